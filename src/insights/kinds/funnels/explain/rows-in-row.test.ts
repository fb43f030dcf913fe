import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Attributed } from '#insights/kinds/funnels/collect/attribution.ts'
import type { CountedActors } from '#insights/kinds/funnels/collect/collect-people.ts'
import { peopleWalk } from '#insights/kinds/funnels/collect/people-walk.ts'
import type { FunnelRule } from '#insights/runs/walk/rule.ts'
import { createWalkMemory } from '#sequences/walk-memory.ts'
import { type ActorRow, columnsOf } from './actor-rows.ts'
import { explainRun } from './explain-run.ts'
import { rowsInRow } from './rows-in-row.ts'

const VALUES = ['', 'free', 'pro', 'team']
const STEPS = 3
const EDGES_MS = [0, 3, 6, 9]

const row = fc.record({ at: fc.nat(8), mask: fc.nat(15), value: fc.constantFrom(...VALUES) })
const asked = fc.record({
  events: fc.array(row, { maxLength: 8, size: 'max' }),
  rule: fc.record({
    order: fc.constantFrom<FunnelRule['order']>('ordered', 'strict'),
    steps: fc.constant(STEPS),
    windowMs: fc.nat(6),
    exclusions: fc.constantFrom([], [{ fromStep: 0, toStep: 1 }]),
  }),
  attributed: fc.constantFrom<Attributed>(
    { kind: 'first_touch' },
    { kind: 'last_touch' },
    { kind: 'all_events' },
    { kind: 'step', bit: 0 },
    { kind: 'step', bit: 1 },
  ),
  texts: fc.subarray(VALUES.slice(1)),
  hasOther: fc.boolean(),
  row: fc.constantFrom(...VALUES, null),
  place: fc.option(fc.nat(EDGES_MS.length - 2)),
})

test('an actor is at the steps of a row, and of an interval, at which the lists of people have it', () => {
  fc.assert(
    fc.property(asked, ({ events, rule, attributed, texts, hasOther, row, place }) => {
      const rows: ActorRow[] = events
        .map((one, i) => ({ ...one, id: String(i), event: 'e' }))
        .toSorted((a, b) => a.at - b.at)
      const walked = { attributed, missingText: '', texts, limit: 10, hasOther }
      const own = rowsInRow(rule, { rows: walked, row }, rows)
      const starts = place === null ? {} : { fromMs: EDGES_MS[place] ?? 0, toMs: EDGES_MS[place + 1] ?? 0 }
      const all = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }
      const reached = own === null ? 0 : explainRun(rule, columnsOf(own), { ...all, ...starts }).reached
      const isListed = (counted: CountedActors, step: number) => {
        const compared = { fromStep: 0, toStep: step }
        const walk = peopleWalk(
          {
            rule,
            compared,
            openFromMs: null,
            edgesMs: EDGES_MS,
            counted,
            rows: walked,
            row,
          },
          createWalkMemory(),
        )
        const value = Uint32Array.from(rows, (one) => VALUES.indexOf(one.value ?? ''))
        walk.actor(1, { ...columnsOf(rows), value }, 0, rows.length, VALUES)
        return walk.result().length === 1
      }
      for (let step = 0; step < STEPS; step++) {
        const counted: CountedActors =
          place === null
            ? { of: 'step', bit: step, hasConverted: true }
            : { of: 'bucket', place, hasConverted: true }
        expect(isListed(counted, step)).toBe(reached > step)
      }
    }),
    { numRuns: 1_000 },
  )
})
