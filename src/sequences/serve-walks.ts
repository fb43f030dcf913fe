import { parentPort, resourceLimits } from 'node:worker_threads'
import type { StartWalk, Walk } from './actor-events.ts'
import { type ChunkWalk, createChunkWalk } from './walk-chunk.ts'
import { createWalkMemory, WalkMemoryError } from './walk-memory.ts'
import type { WalkReply, WalkRequest } from './walk-messages.ts'

/**
 * The walks that a worker knows, by name. A walk has its own type of job, which the caller of `Walkers.run`
 * gives.
 */
export type Walks = Readonly<Record<string, StartWalk<never, unknown>>>

const MiB = 1024 * 1024

interface Begun {
  readonly walk: Walk<unknown>
  readonly walkChunk: ChunkWalk
}

/** Answers the requests of the thread that started this worker. */
export function serveWalks(walks: Walks): void {
  if (parentPort === null) throw new Error('Walks are served by a worker.')
  const port = parentPort
  const answer = createAnswer(walks)
  port.on('message', (request: WalkRequest) => port.postMessage(answer(request)))
  // Every request gets a reply. Even a request whose bytes had been transferred before, and which therefore
  // arrives broken, gets one.
  port.on('messageerror', (error) => port.postMessage({ error } satisfies WalkReply))
}

function createAnswer(walks: Walks): (request: WalkRequest) => WalkReply {
  let begun: Begun | undefined
  const obey = (request: WalkRequest): unknown => {
    switch (request.ask) {
      case 'start':
        begun = begin(walks, request.name, request.job)
        return undefined
      case 'walk':
        return begun?.walkChunk(request)
      case 'result': {
        const result = begun?.walk.result()
        begun = undefined
        return result
      }
      case 'drop':
        begun = undefined
        return undefined
    }
  }
  return (request) => {
    try {
      return { value: obey(request) }
    } catch (error) {
      begun = undefined
      // An error loses its class when it is sent to another thread.
      return error instanceof WalkMemoryError ? { outOfMemory: true } : { error }
    }
  }
}

/**
 * The share of the worker's heap limit that a walk may keep outside of the heap: the events of a chunk,
 * texts, counts and times. If the limit is 256 MiB, the walk may keep 230 MiB, and a funnel stays below 500
 * MB in all: docs/decisions/0025-sequences-are-walked.md.
 */
const TAKEN_SHARE = 0.9
const mostTakenBytes = () =>
  (resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * TAKEN_SHARE * MiB

function begin(walks: Walks, name: string, job: unknown): Begun {
  const start = Object.hasOwn(walks, name) ? walks[name] : undefined
  if (start === undefined) throw new Error(`There is no walk ${name}.`)
  const memory = createWalkMemory(mostTakenBytes())
  const walk = start(job as never, memory)
  return { walk, walkChunk: createChunkWalk(walk, memory) }
}
