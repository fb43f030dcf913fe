import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkParts, eventBytes, type GivenEvent } from '../../test/fixtures/native-bytes.ts'
import type { Walk } from './actor-events.ts'
import { createChunkWalk } from './walk-chunk.ts'
import { createWalkMemory, WalkMemoryError } from './walk-memory.ts'

interface Seen {
  readonly actor: number | bigint
  readonly events: readonly (readonly [atMs: number, mask: number, value: string | undefined])[]
}

/** Returns what a walk sees of each actor. */
function seenIn(chunks: readonly (readonly GivenEvent[])[], areDivided = false): Seen[] {
  const seen: Seen[] = []
  const walk: Walk<null> = {
    actor(actor, { atMs, mask, value }, from, to, values) {
      const events = Array.from({ length: to - from }, (_, i) => {
        const at = from + i
        return [atMs[at] ?? 0, mask[at] ?? 0, value && values.at(value[at] ?? 0)] as const
      })
      seen.push({ actor, events })
    },
    result: () => null,
  }
  const walkChunk = createChunkWalk(walk, createWalkMemory())
  for (const chunk of chunks) for (const part of chunkParts(chunk, areDivided)) walkChunk(part)
  return seen
}

/**
 * Returns what a walk should see of each actor, computed from the definition. Times are distinct, so that
 * only one order is right.
 */
function definition(events: readonly GivenEvent[]): Map<number | bigint, Seen['events']> {
  const sorted = events.toSorted((a, b) => a.at - b.at)
  return new Map(
    events.map(({ actor }) => [
      actor,
      sorted
        .filter((event) => event.actor === actor)
        .map(({ at, mask, value }) => [at, mask, value] as const),
    ]),
  )
}

const Hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const chunkOf = (actors: fc.Arbitrary<number | bigint>, hasValues: boolean, mostMs: number) =>
  fc.uniqueArray(
    fc.record({
      actor: actors,
      at: fc.integer({ min: 0, max: mostMs }),
      mask: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      ...(hasValues && { value: fc.constantFrom('', 'a', 'ü', 'z'.repeat(300)) }),
    }),
    { selector: ({ at }) => at, minLength: 1, maxLength: 300 },
  )

test.each<[string, fc.Arbitrary<number | bigint>]>([
  ['persons that lie close together', fc.integer({ min: 1000, max: 1010 })],
  ['persons of the whole range', fc.integer({ min: 0, max: 2 ** 32 - 1 })],
  ['few persons far apart', fc.constantFrom(0, 7, 2 ** 32 - 1)],
  ['hashes', Hash],
  ['few hashes', fc.constantFrom(0n, 1n << 32n, 1n, 2n ** 64n - 1n)],
])('the events of %s are those of the definition', (_, actors) => {
  for (const [hasValues, areDivided, inOrder] of [
    [false, false, false],
    [false, true, true],
    [true, true, false],
    [true, false, true],
  ] as const)
    fc.assert(
      fc.property(chunkOf(actors, hasValues, 2 ** 40 - 1), (given) => {
        const events = (inOrder ? given.toSorted(byDayAndActor) : given) as GivenEvent[]
        const seen = seenIn([events], areDivided)
        expect(new Map(seen.map(({ actor, events: found }) => [actor, found]))).toEqual(definition(events))
        expect(new Set(seen.map(({ actor }) => actor)).size).toBe(seen.length)
      }),
      { numRuns: 45 },
    )
})

/** Orders events as the engine does. */
const byDayAndActor = (a: GivenEvent, b: GivenEvent) =>
  Math.floor(a.at / 2 ** 37) - Math.floor(b.at / 2 ** 37) ||
  (a.actor < b.actor ? -1 : Number(a.actor > b.actor))

test('the events of many actors in many batches are those of the definition', () => {
  // 100 days, each of which has events of 1,000 actors in the order of the actors.
  const events = Array.from({ length: 100_000 }, (_, i) => {
    const [day, actor] = [Math.floor(i / 1000), i % 1000]
    return { actor, at: day * 86_400_000 + ((i * 7919) % 86_400_000), mask: 1 + (i % 7) }
  })
  const seen = seenIn([events], true)
  const found = seen.flatMap(({ actor, events: own }) => own.map(([at, mask]) => `${actor} ${at} ${mask}`))
  const inOrder = events.toSorted((a, b) => a.actor - b.actor || a.at - b.at)
  expect(seen.length).toBe(1000)
  expect(found.join()).toBe(inOrder.map(({ actor, at, mask }) => `${actor} ${at} ${mask}`).join())
})

test('the parts of a chunk are walked together', () => {
  const seen: number[] = []
  const walkChunk = createChunkWalk(
    {
      actor: (_, { atMs }, from, to) => seen.push(...atMs.subarray(from, to)),
      result: () => null,
    },
    createWalkMemory(),
  )
  const partOf = (at: number, sinceMs: number, endsChunk: boolean) =>
    walkChunk({ bytes: eventBytes([{ actor: 1, at, mask: 1 }], sinceMs), sinceMs, endsChunk })
  partOf(2 ** 33 + 5, 2 ** 33, false)
  walkChunk({ bytes: eventBytes([]), sinceMs: 0, endsChunk: false })
  expect(seen).toEqual([])
  partOf(3, 0, true)
  partOf(9, 0, true)
  expect(seen).toEqual([3, 2 ** 33 + 5, 9])
})

test('a value is the same text in every chunk', () => {
  const event = (actor: number, value: string) => ({ actor, at: 1, mask: 1, value })
  const seen = seenIn([[event(1, 'b'), event(2, 'a')], [event(3, 'c')], [event(4, 'a'), event(5, 'b')]])
  expect(seen.map(({ events }) => events[0]?.[2])).toEqual(['b', 'a', 'c', 'a', 'b'])
})

test('a chunk without rows has no actors', () => {
  expect(seenIn([[]])).toEqual([])
})

test.each<[string, (i: number) => Partial<GivenEvent>]>([
  ['persons', (i) => ({ actor: i })],
  ['hashes', (i) => ({ actor: BigInt(i) })],
  ['texts of a few values', (i) => ({ actor: i, value: String(i % 3) })],
  ['texts that are most of a part', (i) => ({ actor: i, value: String(i % 3).repeat(300) })],
])('the events of %s are given back after their chunk, and too many in one are an error', (_, of) => {
  const walk = { actor: () => undefined, result: () => null }
  const chunk = (rows: number) =>
    chunkParts(
      Array.from({ length: rows }, (_, i) => ({ actor: 0, at: i, mask: 1, ...of(i) })),
      false,
    )
  const walkChunk = createChunkWalk(walk, createWalkMemory(200_000))
  for (let i = 0; i < 50; i++) for (const part of chunk(1_000)) walkChunk(part)
  expect(() => chunk(20_000).forEach(walkChunk)).toThrow(WalkMemoryError)
})
