import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActorEvents, Walk } from '#sequences/actor-events.ts'
import { startConvert } from './convert-walk.ts'
import { startPeople } from './people-walk.ts'
import { startRanking } from './ranking-walk.ts'
import type { FunnelJob } from './row-walk.ts'
import type { BreakdownJob, RowName } from './rows.ts'
import { ALL_STARTS, createBestRun, type FunnelRule } from './rule.ts'
import { startSteps } from './steps-walk.ts'
import { startTrends } from './trends-walk.ts'
import { walkRuns } from './walk-runs.ts'

// docs/semantics/funnels.md, from the best run of an actor on: attribution, rows and the numbers of each kind.

interface Event {
  readonly ms: number
  readonly mask: number
  readonly value: string
}
type Actors = readonly (readonly Event[])[]

const MISSING = ''
// In this order they sort, though the first unit of the last is less than that of the one before it.
const VALUES = [MISSING, 'a', 'ab', 'b', '\uff5e', '\u{1f600}']

function feed<Result>(walk: Walk<Result>, actors: Actors): Result {
  const events = actors.flat()
  const texts = [...new Set(events.map(({ value }) => value))]
  const columns: ActorEvents = {
    atMs: Float64Array.from(events, ({ ms }) => ms),
    mask: Uint32Array.from(events, ({ mask }) => mask),
    value: Uint32Array.from(events, ({ value }) => texts.indexOf(value)),
  }
  let from = 0
  for (const [actor, own] of actors.entries()) {
    if (own.length > 0) walk.actor(actor, columns, from, from + own.length, texts)
    from += own.length
  }
  return walk.result()
}

/** The events of an actor that take part in the funnel of a value, or of several values as if they were one; null: the row has not the actor. */
function eventsOfRow(
  own: readonly Event[],
  job: FunnelJob,
  of: (value: string) => boolean,
): readonly Event[] | null {
  const { attribution, step } = job.breakdown as BreakdownJob
  if (attribution === 'all_events') return own.filter(({ value }) => of(value))
  const servesStep = ({ mask }: Event) => (mask & (1 << step)) !== 0
  if (attribution === 'step') {
    const ofStep = own.filter(servesStep)
    if (ofStep.length === 0 ? !of(MISSING) : !ofStep.some(({ value }) => of(value))) return null
    return own.map((event) => (of(event.value) ? event : { ...event, mask: event.mask & ~(1 << step) }))
  }
  const valued = own.filter(
    ({ mask, value }) => (mask & (2 ** job.rule.steps - 1)) !== 0 && value !== MISSING,
  )
  const ms = valued.map((event) => event.ms)
  const touchMs = attribution === 'first_touch' ? Math.min(...ms) : Math.max(...ms)
  const touched = valued.filter((event) => event.ms === touchMs).map(({ value }) => VALUES.indexOf(value))
  return of(VALUES[Math.min(...touched)] ?? MISSING) ? own : null
}

function bestRun(rule: FunnelRule, own: readonly Event[], starts = ALL_STARTS) {
  const best = createBestRun(rule.steps)
  const atMs = Float64Array.from(own, ({ ms }) => ms)
  walkRuns(rule)({ atMs, mask: Uint32Array.from(own, ({ mask }) => mask) }, 0, own.length, starts, best)
  return [...best.path.slice(0, best.level)].map((place) => atMs[place] ?? Number.NaN)
}

/** By actor, the times of the best run in the row; [] where it has none. */
const runsOfRow = (job: FunnelJob, actors: Actors, of: (value: string) => boolean, starts = ALL_STARTS) =>
  actors.map((own) => bestRun(job.rule, eventsOfRow(own, job, of) ?? [], starts))

const atLevel = (runs: readonly (readonly number[])[], level: number) =>
  runs.filter((times) => times.length >= level)

function rowsByDefinition(job: FunnelJob, actors: Actors) {
  const { limit } = job.breakdown as BreakdownJob
  const sizeOf = (of: (value: string) => boolean) => atLevel(runsOfRow(job, actors, of), 1).length
  const ranked = VALUES.filter((value) => value !== MISSING && sizeOf((one) => one === value) > 0)
    .sort((a, b) => sizeOf((one) => one === b) - sizeOf((one) => one === a))
    .slice(0, limit)
  const isOther = (value: string) => value !== MISSING && !ranked.includes(value)
  const rows: { name: RowName; of: (value: string) => boolean }[] = [
    ...ranked.map((value) => ({
      name: { kind: 'value' as const, value },
      of: (one: string) => one === value,
    })),
    { name: { kind: 'other', value: null }, of: isOther },
    { name: { kind: 'none', value: null }, of: (value) => value === MISSING },
  ]
  return rows
    .map((row) => ({ ...row, size: sizeOf(row.of) }))
    .filter(({ name, size }) => name.kind === 'value' || size > 0)
}

function medianByDefinition(times: readonly number[]): number | null {
  const sorted = times.toSorted((a, b) => a - b)
  const middle = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return sorted.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2
}

const since = (runs: readonly (readonly number[])[], from: number, to: number) =>
  atLevel(runs, to + 1).map((times) => (times[to] ?? 0) - (times[from] ?? 0))
const sumOf = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0)

const STEPS = 3
const EDGES = [0, 4, 8, 16]
const Job = fc
  .record({
    order: fc.constantFrom<FunnelRule['order'][]>('ordered', 'strict', 'unordered'),
    windowMs: fc.integer({ min: 1, max: 8 }),
    isExcluding: fc.boolean(),
    attribution: fc.constantFrom<BreakdownJob['attribution'][]>(
      'first_touch',
      'last_touch',
      'all_events',
      'step',
    ),
    step: fc.nat(STEPS - 1),
    limit: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ order, windowMs, isExcluding, ...breakdown }): FunnelJob => {
    const exclusions = isExcluding ? [{ fromStep: 0, toStep: STEPS - 1 }] : []
    return {
      rule: { order, steps: STEPS, windowMs, exclusions },
      breakdown: { ...breakdown, missing: MISSING, rows: null },
    }
  })
const Actor = fc
  .array(
    fc.record({
      ms: fc.nat(15),
      mask: fc.constantFrom(0, 1, 1, 1, 2, 2, 4, 4, 3, 7, 1 << 20),
      value: fc.constantFrom(...VALUES),
    }),
    { maxLength: 9 },
  )
  .map((events) => events.sort((a, b) => a.ms - b.ms))
const Given = fc.tuple(Job, fc.array(Actor, { maxLength: 6 }))
const CASES = { numRuns: 100, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true }

/** The rows as a question finds them: those of one value together have to be known before they are walked. */
function withRows(job: FunnelJob, actors: Actors): FunnelJob {
  const { attribution } = job.breakdown as BreakdownJob
  return attribution === 'all_events' || attribution === 'step' ? givenRows(job, actors) : job
}
function givenRows(job: FunnelJob, actors: Actors): FunnelJob {
  const rows = feed(startRanking(job), actors).flatMap(({ value }) => (value === null ? [] : [value]))
  return { ...job, breakdown: { ...(job.breakdown as BreakdownJob), rows } }
}

test('the rows of steps are those of the definition', () => {
  fc.assert(
    fc.property(Given, ([job, actors]) => {
      const expected = rowsByDefinition(job, actors).map(({ name, size, of }) => {
        const runs = runsOfRow(job, actors, of)
        const later = [1, 2].map((step) => {
          const times = since(runs, step - 1, step)
          return { count: times.length, sumMs: sumOf(times), medianMs: medianByDefinition(times) }
        })
        return { ...name, size, later }
      })
      expect(feed(startSteps(withRows(job, actors)), actors)).toEqual(expected)
      expect(feed(startSteps(givenRows(job, actors)), actors)).toEqual(expected)
    }),
    CASES,
  )
})

test('the rows of trends are those of the definition', () => {
  fc.assert(
    fc.property(Given, ([job, actors]) => {
      const expected = rowsByDefinition(job, actors).map(({ name, size, of }) => {
        const levels = EDGES.slice(1).map((toMs, i) =>
          runsOfRow(job, actors, of, { fromMs: EDGES[i] ?? 0, toMs }),
        )
        const reached = (level: number) => Uint32Array.from(levels, (runs) => atLevel(runs, level).length)
        return { ...name, size, from: reached(1), to: reached(3) }
      })
      const asked = { ...withRows(job, actors), fromStep: 0, toStep: 2, edgesMs: EDGES }
      expect(feed(startTrends(asked), actors)).toEqual(expected)
    }),
    CASES,
  )
})

test('the rows of times to convert, and the people of a number, are those of the definition', () => {
  fc.assert(
    fc.property(Given, ([job, actors]) => {
      const asked = { ...withRows(job, actors), fromStep: 0, toStep: 1, binCount: 2 }
      const rows = feed(startConvert(asked), actors)
      const expected = rowsByDefinition(job, actors).map(({ name, size, of }) => {
        const times = since(runsOfRow(job, actors, of), 0, 1)
        return { ...name, size, count: times.length, sumMs: sumOf(times) }
      })
      expect(rows.map(({ bins: _, ...row }) => row)).toEqual(expected)
      const given = givenRows(job, actors)
      for (const { name, of } of rowsByDefinition(job, actors)) {
        const runs = runsOfRow(job, actors, of)
        const people = (least: number, most: number, toMs: number | null) => {
          const took = toMs === null ? null : { fromStep: 0, toStep: 1, fromMs: 1, toMs }
          const cell = { row: name, starts: ALL_STARTS, leastLevel: least, mostLevel: most, took }
          return [...feed(startPeople({ ...given, ...cell }), actors)]
        }
        const numbersOf = (is: (times: readonly number[]) => boolean) =>
          runs.flatMap((times, actor) => (is(times) ? [actor] : []))
        expect(people(2, STEPS, null)).toEqual(numbersOf((times) => times.length >= 2))
        expect(people(1, 1, null)).toEqual(numbersOf((times) => times.length === 1))
        expect(people(2, STEPS, 4)).toEqual(
          numbersOf((times) => since([times], 0, 1).some((ms) => ms >= 1 && ms < 4)),
        )
      }
    }),
    CASES,
  )
})
