import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Timer } from '#shared/clock.ts'
import { createManualTimer, type ManualTimer } from '../../test/fixtures/manual-timer.ts'
import { eventBytes } from '../../test/fixtures/native-bytes.ts'
import type { ChunkPart } from './walk-messages.ts'
import { createWalkers, type Walkers } from './walkers.ts'

const SOURCE = fileURLToPath(new URL('../../test/fixtures/walk-worker.ts', import.meta.url))
const failures = {
  cancelled: () => new Error('cancelled'),
  outOfMemory: () => new Error('out of memory'),
  tooLong: () => new Error('too long'),
  closed: () => new Error('closed'),
}
let walkers: Walkers
let time: ManualTimer
/** Called when a worker is asked for something that may take long. */
let onTimer: () => void = () => undefined
let folder = ''
const bundledEntry = () => pathToFileURL(join(folder, 'walk-worker.mjs'))
function openWalkers(entry = bundledEntry()): Walkers {
  const timer: Timer = (ms, task) => {
    onTimer()
    return time.timer(ms, task)
  }
  return createWalkers({ entry, heapMiB: 48, failures, timer, walkSeconds: 60 })
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-walkers-'))
  const outfile = fileURLToPath(bundledEntry())
  await build({ entryPoints: [SOURCE], outfile, bundle: true, format: 'esm', platform: 'node' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  time = createManualTimer()
  walkers = openWalkers()
})
afterEach(() => walkers.close())

const chunkOf = (...actors: number[]) =>
  eventBytes(actors.map((actor, i) => ({ actor, at: 1000 - i, mask: 1 })))
async function* chunksOf(...chunks: Uint8Array[]): AsyncGenerator<ChunkPart> {
  for (const bytes of chunks) yield { bytes, sinceMs: 0, endsChunk: true }
}
const list = (chunks: AsyncIterable<ChunkPart>, signal?: AbortSignal) =>
  walkers.run<[string, number[]][]>('listActors', { least: 1 }, chunks, signal)

test('a walk sees the actors of all chunks, each with its events in order of time', async () => {
  expect(await list(chunksOf(chunkOf(7, 3, 7), chunkOf(20)))).toEqual([
    ['3', [999]],
    ['7', [998, 1000]],
    ['20', [1000]],
  ])
})

test('a walk has the job of its question', async () => {
  const job = { least: 2 }
  expect(await walkers.run('listActors', job, chunksOf(chunkOf(7, 3, 7)))).toEqual([['7', [998, 1000]]])
})

test('without chunks the result is that of no actors', async () => {
  expect(await list(chunksOf())).toEqual([])
})

test('32 questions at once are answered one after the other, each with its own actors', async () => {
  let asked = 0
  async function* counted(actor: number) {
    asked++
    yield { bytes: chunkOf(actor), sinceMs: 0, endsChunk: true }
    asked--
  }
  const most: number[] = []
  const answers = Array.from({ length: 32 }, async (_, actor) => {
    const answer = await list(counted(actor))
    most.push(asked)
    return answer
  })
  expect(await Promise.all(answers)).toEqual(answers.map((_, actor) => [[String(actor), [1000]]]))
  expect(Math.max(...most)).toBeLessThanOrEqual(2)
})

test('one chunk is asked for while the worker walks, and no more', async () => {
  const events: string[] = []
  async function* noted() {
    for (const actor of [1, 2, 3]) {
      events.push(`asked ${actor}`)
      yield { bytes: chunkOf(actor), sinceMs: 0, endsChunk: true }
    }
  }
  await list(noted())
  expect(events).toEqual(['asked 1', 'asked 2', 'asked 3'])
})

test('bytes are transferred and not copied', async () => {
  const bytes = new Uint8Array(chunkOf(1, 2, 3))
  await list(chunksOf(bytes))
  expect(bytes.byteLength).toBe(0)
})

test('a question that is aborted ends after its chunk, and the next one begins anew', async () => {
  const abort = new AbortController()
  async function* endless() {
    for (;;) {
      yield { bytes: chunkOf(1), sinceMs: 0, endsChunk: true }
      abort.abort()
    }
  }
  await expect(list(endless(), abort.signal)).rejects.toThrow('cancelled')
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})

test('a question that waits can be aborted, and asks for no chunk', async () => {
  const gate = new AbortController()
  async function* gated(actor: number) {
    await once(gate.signal, 'abort')
    yield { bytes: chunkOf(actor), sinceMs: 0, endsChunk: true }
  }
  const running = [1, 2].map((actor) => list(gated(actor)))
  const abort = new AbortController()
  const waiting = expect(list(chunksOf(chunkOf(3)), abort.signal)).rejects.toThrow('cancelled')
  abort.abort()
  await waiting
  gate.abort()
  expect(await Promise.all(running)).toEqual([[['1', [1000]]], [['2', [1000]]]])
})

test.each([
  ['of the walk', 'fail', 'The walk has failed.'],
  ['of a name that no walk has', 'toString', 'There is no walk toString.'],
  ['of a worker that ends', 'exit', 'ended with code 3'],
  ['of a worker without memory', 'fillMemory', 'out of memory'],
])('the failure %s is that of its question alone', async (_, name, message) => {
  for (let i = 0; i < 2; i++)
    await expect(walkers.run(name, null, chunksOf(chunkOf(1), chunkOf(2)))).rejects.toThrow(message)
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})

test('texts of more bytes than a worker may keep are out of memory for their question alone', async () => {
  async function* texts() {
    for (let part = 0; part < 60; part++) {
      const value = String(part).padEnd(1_000_000, 'x')
      yield { bytes: eventBytes([{ actor: 1, at: part, mask: 1, value }]), sinceMs: 0, endsChunk: false }
    }
    yield { bytes: eventBytes([]), sinceMs: 0, endsChunk: true }
  }
  await expect(list(texts())).rejects.toThrow('out of memory')
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})

test('the failure of a chunk is that of the question', async () => {
  async function* failing() {
    yield { bytes: chunkOf(1), sinceMs: 0, endsChunk: true }
    throw new Error('The engine has failed.')
  }
  await expect(list(failing())).rejects.toThrow('The engine has failed.')
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})

test('bytes in another format fail their question', async () => {
  const cut = chunkOf(1, 2, 3).subarray(0, -1)
  await expect(list(chunksOf(cut))).rejects.toThrow('ends too early')
})

test('close waits for questions, and refuses later ones', async () => {
  const asked = Array.from({ length: 4 }, (_, actor) => list(chunksOf(chunkOf(actor))))
  const closed = walkers.close()
  await expect(list(chunksOf())).rejects.toThrow('closed')
  await closed
  expect(await Promise.all(asked)).toHaveLength(4)
})

/**
 * Asks for a walk that never ends, and waits until the worker has the events. The result tells what became
 * of the walk.
 */
async function walkForEver(signal?: AbortSignal) {
  const walking = new Promise<void>((resolve) => {
    onTimer = resolve
  })
  let failure: unknown
  const ended = walkers.run('neverEnd', null, chunksOf(chunkOf(1)), signal).catch((error: unknown) => {
    failure = error
  })
  await walking
  return {
    /** Lets this much time pass, and returns the failure of the walk. */
    async failureAfter(ms: number) {
      await time.pass(ms)
      await ended
      return failure
    },
  }
}

test('a walk that takes too long is ended, and the next question is answered', async () => {
  const walk = await walkForEver()
  expect(await walk.failureAfter(60_000)).toEqual(new Error('too long'))
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})

test('a question that is aborted within a part ends a moment later', async () => {
  const abort = new AbortController()
  const walk = await walkForEver(abort.signal)
  abort.abort()
  expect(await walk.failureAfter(1_000)).toEqual(new Error('cancelled'))
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})

test('a worker that cannot be started is the failure of its question alone', async () => {
  await walkers.close()
  let starts = 0
  const entry = bundledEntry()
  Object.defineProperty(entry, 'href', {
    get() {
      starts++
      if (starts <= 2) throw new Error('no thread')
      return bundledEntry().href
    },
  })
  walkers = openWalkers(entry)
  for (let i = 0; i < 2; i++) await expect(list(chunksOf(chunkOf(1)))).rejects.toThrow('no thread')
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})

test('bytes and jobs that cannot be sent are the failure of their question alone', async () => {
  const bytes = new Uint8Array(chunkOf(1))
  for (let i = 0; i < 2; i++) {
    await expect(list(chunksOf(bytes, bytes))).rejects.toThrow()
    await expect(walkers.run('listActors', () => 1, chunksOf(chunkOf(1)))).rejects.toThrow('cloned')
  }
  expect(await list(chunksOf(chunkOf(2)))).toEqual([['2', [1000]]])
})
