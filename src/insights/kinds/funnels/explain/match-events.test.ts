import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Attributed } from '#insights/kinds/funnels/collect/attribution.ts'
import type { CountedActors } from '#insights/kinds/funnels/collect/collect-people.ts'
import type { PeopleJob } from '#insights/kinds/funnels/collect/people-walk.ts'
import type { SelectedRow } from '#insights/kinds/funnels/people.ts'
import { ALL_STARTS, type FunnelRule } from '#insights/runs/walk/rule.ts'
import { createWalkMemory } from '#sequences/walk-memory.ts'
import { type ActorRow, columnsOf } from './actor-rows.ts'
import { explainRun } from './explain-run.ts'
import { matchEvents } from './match-events.ts'
import { rowsInRow, servingInRow } from './rows-in-row.ts'
import { runsWalk } from './runs-walk.ts'

const VALUES = ['', 'free', 'pro']
const EDGES_MS = [0, 3, 6, 9]

const Rule = fc.record({
  order: fc.constantFrom<FunnelRule['order']>('ordered', 'strict', 'unordered'),
  hasOptional: fc.boolean(),
  windowMs: fc.nat(6),
  isExcluded: fc.boolean(),
})
type AskedRule = typeof Rule extends fc.Arbitrary<infer Asked> ? Asked : never

const ruleOf = ({ order, hasOptional, windowMs, isExcluded }: AskedRule): FunnelRule => ({
  order,
  steps: 3,
  windowMs,
  ...(hasOptional && order === 'ordered' && { optional: [1, 2, 3] }),
  exclusions: isExcluded ? [{ fromStep: 0, toStep: order === 'unordered' ? 2 : 1 }] : [],
})

const asked = fc.record({
  rule: Rule.map(ruleOf),
  events: fc.array(
    fc.record({ at: fc.nat(5), mask: fc.nat(127), value: fc.constantFrom(...VALUES), order: fc.nat() }),
    { maxLength: 9, size: 'max' },
  ),
  attributed: fc.constantFrom<(Attributed | null)[]>(
    null,
    { kind: 'first_touch' },
    { kind: 'all_events' },
    { kind: 'step', bit: 0 },
    { kind: 'step', bit: 1 },
  ),
  row: fc.constantFrom(...VALUES, null),
  place: fc.option(fc.nat(EDGES_MS.length - 2)),
})

type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never

/** Returns `[step, id]` of each event, as the explanation has them; null for an actor that does not count. */
function explainedEvents({ rule, place }: Asked, selected: SelectedRow, rows: readonly ActorRow[]) {
  const own = rowsInRow(rule, selected, rows)
  if (own === null) return null
  const range = place === null ? ALL_STARTS : { fromMs: EDGES_MS[place] ?? 0, toMs: EDGES_MS[place + 1] ?? 0 }
  const { reached, run, numbers } = explainRun(rule, columnsOf(own), range)
  return reached === 0 ? null : run.map((at, i) => [numbers[i], own[at]?.id])
}

/**
 * Returns the run by which the walk for people counts the actor. The walk gets the events of one
 * millisecond in another order.
 */
function walkedRun({ rule, place, events }: Asked, selected: SelectedRow, rows: readonly ActorRow[]) {
  const counted: CountedActors =
    place === null ? { of: 'step', bit: 0, hasConverted: true } : { of: 'bucket', place, hasConverted: false }
  const job: PeopleJob = {
    ...{ rule, counted, openFromMs: null, edgesMs: EDGES_MS, ...selected },
    compared: { fromStep: 0, toStep: 3 },
  }
  const orderOf = ({ id }: ActorRow) => events[Number(id)]?.order ?? 0
  const inAnyOrder = rows.toSorted((a, b) => a.at - b.at || orderOf(a) - orderOf(b))
  const value = Uint32Array.from(inAnyOrder, (one) => VALUES.indexOf(one.value ?? ''))
  const walk = runsWalk(job as never, createWalkMemory())
  walk.actor(1, { ...columnsOf(inAnyOrder), value }, 0, rows.length, VALUES)
  return walk.result()[0]?.steps ?? null
}

test('the events of a counted run are those of the explanation, in whichever order a walk has events of one millisecond', () => {
  let found = 0
  fc.assert(
    fc.property(asked, (given) => {
      const { rule, events, attributed, row } = given
      const rows: ActorRow[] = events
        .map(({ at, mask, value }, i) => ({ at, mask, value, id: String(i), event: 'e' }))
        .toSorted((a, b) => a.at - b.at)
      const walked = attributed && { attributed, missingText: '', texts: ['pro'], limit: 1, hasOther: true }
      const selected: SelectedRow = { rows: walked, row: walked && row }
      const steps = walkedRun(given, selected, rows)
      const ofRun = rows.filter(({ at }) => steps?.some(({ atMs }) => atMs === at))
      const matched = steps && matchEvents(rule, steps, servingInRow(rule, selected, ofRun))
      const named = matched === null ? null : matched.map(({ step, event }) => [step, event.id])
      expect(named).toEqual(explainedEvents(given, selected, rows))
      if (matched === null) return
      found++
      expect(matched).toHaveLength(steps?.length ?? 0)
      expect(matched.every(({ bit, event }) => (event.mask >>> bit) & 1)).toBe(true)
      expect(new Set(matched.map(({ event }) => event.id)).size).toBe(matched.length)
    }),
    { numRuns: 3_000 },
  )
  expect(found).toBeGreaterThan(500)
})
