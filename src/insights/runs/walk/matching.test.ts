import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatching, type Matching } from './matching.ts'

const STEPS = 5
const ALL = 2 ** STEPS - 1
const masks = fc.array(fc.nat(ALL), { maxLength: 7, size: 'max' })

/** Returns every set of steps, as bits, that different events of the list can serve at once. */
function servable([mask, ...others]: readonly number[]): Set<number> {
  if (mask === undefined) return new Set([0])
  const without = [...servable(others)]
  const bits = Array.from({ length: STEPS }, (_, step) => mask & (1 << step)).filter((bit) => bit !== 0)
  return new Set([
    ...without,
    ...without.flatMap((set) => bits.flatMap((bit) => (set & bit ? [] : [set | bit]))),
  ])
}

/**
 * Returns the places of the events that serve a step, after checking that each event matches its step and
 * serves no other step.
 */
function eventsIn({ servedBits, placeOf }: Matching, events: readonly number[]): number[] {
  const steps = Array.from({ length: STEPS }, (_, step) => step).filter((step) => (servedBits >>> step) & 1)
  for (const step of steps) expect(((events[placeOf[step] ?? -1] ?? 0) >>> step) & 1).toBe(1)
  const places = steps.map((step) => placeOf[step] ?? -1)
  expect(new Set(places).size).toBe(places.length)
  return places
}

test('events that are added serve as many steps as any choice of them', () => {
  fc.assert(
    fc.property(masks, (events) => {
      const matching = createMatching()
      for (const [place, mask] of events.entries())
        matching.add(place, mask, ALL & ~matching.servedBits, matching.servedBits)
      const sizes = [...servable(events)].map(countOf)
      expect(eventsIn(matching, events)).toHaveLength(Math.max(...sizes))
    }),
  )
})

test('a step is served wherever it can be beside those before it', () => {
  fc.assert(
    fc.property(masks, (events) => {
      const matching = createMatching()
      const possible = servable(events)
      let served = 0
      for (let step = 0; step < STEPS; step++) {
        const used = eventsIn(matching, events)
        const isServed = events.some(
          (mask, place) => !used.includes(place) && matching.add(place, mask, 1 << step, matching.servedBits),
        )
        expect(isServed).toBe(possible.has(served | (1 << step)))
        if (isServed) served |= 1 << step
      }
    }),
  )
})

test('an event for which there is no room can take that of each step that is reached', () => {
  fc.assert(
    fc.property(masks, fc.nat(ALL), (events, added) => {
      const matching = createMatching()
      for (const [place, mask] of events.entries())
        matching.add(place, mask, ALL & ~matching.servedBits, matching.servedBits)
      const { servedBits } = matching
      if (added === 0 || matching.add(events.length, added, ALL & ~servedBits, servedBits)) return
      const before = eventsIn(matching, events)
      const step = 31 - Math.clz32(matching.reachedBits)
      const givenUp = matching.placeOf[step] ?? -1
      matching.giveUp(step, events.length, added)
      const wanted = [...before.filter((place) => place !== givenUp), events.length]
      expect(eventsIn(matching, [...events, added]).sort()).toEqual(wanted.sort())
    }),
  )
})

const countOf = (bits: number): number => (bits === 0 ? 0 : 1 + countOf(bits & (bits - 1)))
