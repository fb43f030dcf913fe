import { Worker } from 'node:worker_threads'
import type { WalkReply, WalkRequest } from './walk-messages.ts'

/** A worker that walks for one question at a time. */
export interface WalkThread {
  /**
   * Sends a request, and resolves with the value of the reply. Bytes are transferred, so the caller can no
   * longer read them.
   * @throws what the walk threw, or the error of a worker that has ended.
   */
  ask(request: WalkRequest): Promise<unknown>
  /** Whether the worker can be asked again. */
  isAlive(): boolean
  /** Ends the worker in the middle of its work. Requests that have no reply yet fail with `error`. */
  stop(error: Error): void
  close(): Promise<void>
}

export interface WalkThreadOptions {
  /**
   * The module that the worker runs. It calls `serveWalks`. It is JavaScript: Node 20 accepts no worker entry
   * in TypeScript, even if `--import` has registered a loader for TypeScript.
   */
  readonly entry: URL
  /**
   * The limit of a worker's heap. Columns of events lie outside of the heap. The limit also bounds the
   * bytes that `WalkMemory` counts.
   */
  readonly heapMiB: number
}

/**
 * Starts a worker. `outOfMemory` creates the error for a question that used up all of the worker's memory.
 */
export function startWalkThread({ entry, heapMiB }: WalkThreadOptions, outOfMemory: () => Error): WalkThread {
  const worker = new Worker(new URL(entry.href), {
    name: 'walker',
    // The flags of this process are not passed on, because they are meant for its own entry.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
  })
  let failure: Error | undefined
  const waiting: { resolve(value: unknown): void; reject(error: unknown): void }[] = []
  const end = (error: Error) => {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  worker.on('message', (reply: WalkReply) => {
    const asked = waiting.shift()
    if ('outOfMemory' in reply) asked?.reject(outOfMemory())
    else if ('error' in reply) asked?.reject(reply.error)
    else asked?.resolve(reply.value)
  })
  worker.on('messageerror', (error) => waiting.shift()?.reject(error))
  worker.on('error', (error) => end(isOutOfMemory(error) ? outOfMemory() : error))
  worker.on('exit', (code) => end(new Error(`A worker that walks events has ended with code ${code}.`)))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) {
          reject(failure)
          return
        }
        // A request is queued for a reply only after it has been posted. If it cannot be posted, it must
        // not be in the queue, because it would take the reply of the next request.
        if (request.ask === 'walk') postBytes(worker, request)
        else worker.postMessage(request)
        waiting.push({ resolve, reject })
      }),
    isAlive: () => failure === undefined,
    stop(error) {
      end(error)
      void worker.terminate()
    },
    async close() {
      await worker.terminate()
    },
  }
}

function postBytes(worker: Worker, { bytes, ...part }: Extract<WalkRequest, { ask: 'walk' }>): void {
  // If bytes share their memory with other bytes, they are copied, because the whole memory is transferred.
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  const request: WalkRequest = { ...part, bytes: own }
  worker.postMessage(request, [own.buffer as ArrayBuffer])
}

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
