import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { createWalkMemory } from '#sequences/walk-memory.ts'
import { type FunnelJob, funnelWalk, type WalkedRows } from './funnel-walk.ts'
import { largestTextsWalk } from './largest-texts-walk.ts'

const VALUES = ['', 'free', 'pro', 'team', 'open']
// The number of different masks of the rules below: they have two steps and at most one exclusion, a bit
// each.
const MASKS = 8

const actor = fc
  .array(fc.tuple(fc.nat(6), fc.nat(MASKS - 1), fc.nat(VALUES.length - 1)), { minLength: 1, maxLength: 8 })
  .map((events): ActorEvents => {
    const inOrder = events.toSorted(([a], [b]) => a - b)
    return {
      atMs: Float64Array.from(inOrder, ([ms]) => ms),
      mask: Uint32Array.from(inOrder, ([, mask]) => mask),
      value: Uint32Array.from(inOrder, ([, , value]) => value),
    }
  })

const asked = fc.record({
  actors: fc.array(actor, { maxLength: 8, size: 'max' }),
  attributed: fc.constantFrom<WalkedRows['attributed']>(
    { kind: 'first_touch' },
    { kind: 'all_events' },
    { kind: 'step', bit: 0 },
    { kind: 'step', bit: 1 },
  ),
  order: fc.constantFrom<FunnelJob['rule']['order']>('ordered', 'strict'),
  hasExclusion: fc.boolean(),
  limit: fc.integer({ min: 1, max: 4 }),
})

const rowsOf = (attributed: WalkedRows['attributed'], limit: number): WalkedRows => ({
  ...{ attributed, limit },
  missingText: '',
  texts: null,
  hasOther: true,
})

test('the texts are those of the largest rows of the whole funnel, and one more where it has a row of the others', () => {
  fc.assert(
    fc.property(asked, ({ actors, attributed, order, hasExclusion, limit }) => {
      const exclusions = hasExclusion ? [{ fromStep: 0, toStep: 1 }] : []
      const rule = { order, steps: 2, windowMs: 3, exclusions }
      const rows = rowsOf(attributed, limit)
      const whole = funnelWalk(
        {
          ...{ rule, rows },
          compared: { fromStep: 0, toStep: 1 },
          edgesMs: [],
          openFromMs: null,
          collected: 'steps',
          binCount: null,
        },
        createWalkMemory(),
      )
      const quick = largestTextsWalk({ rule, rows }, createWalkMemory())
      for (const events of actors)
        for (const walk of [whole, quick]) walk.actor(0, events, 0, events.mask.length, VALUES)
      const all = whole.result()
      const largest = quick.result()
      expect(largest.slice(0, limit)).toEqual(all.flatMap(({ text }) => (text ? [text] : [])))
      expect(largest.length > limit).toBe(all.some(({ text }) => text === null))
    }),
  )
})

test('an actor with as many values as events takes one pass', () => {
  const count = 60_000
  const values = Array.from({ length: count }, (_, i) => String(i))
  const events = {
    atMs: Float64Array.from(values, (_, i) => i),
    // Only the last event is a start. If all events were looked at for each value, the test would not end.
    mask: new Uint32Array(count).fill(2),
    value: Uint32Array.from(values, (_, i) => i),
  }
  events.mask[count - 1] = 3
  const rule = { order: 'ordered', steps: 2, windowMs: 3, exclusions: [] } as const
  const walk = largestTextsWalk({ rule, rows: rowsOf({ kind: 'step', bit: 1 }, 1_000) }, createWalkMemory())
  walk.actor(0, events, 0, count, values)
  expect(walk.result()).toEqual(values.toSorted().slice(0, 1_001))
})
