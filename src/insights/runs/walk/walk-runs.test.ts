import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { startCpuClock } from '../../../../test/fixtures/cpu-clock.ts'
import { ALL_STARTS, createBestRun, exclusionBit, type FunnelRule } from './rule.ts'
import { createRunsWalk, walkRuns } from './walk-runs.ts'

// This is docs/semantics/funnels.md taken literally, for histories of a few events.

interface Case {
  readonly rule: FunnelRule
  readonly history: readonly Event[]
  readonly starts: { readonly fromMs: number; readonly toMs: number }
}
interface Event {
  readonly ms: number
  readonly mask: number
}
interface DefinedRun {
  /** `times[k - 1]` is T(k). */
  readonly times: readonly number[]
  readonly isTainted: boolean
}

const canServe = (event: Event, step: number) => ((event.mask >>> step) & 1) === 1
const isExcludedBy = (rule: FunnelRule, event: Event, i: number) => canServe(event, exclusionBit(rule, i))
const stepsOf = ({ steps }: FunnelRule) => Array.from({ length: steps }, (_, step) => step)
const msOf = (times: readonly number[], i: number) => times[i] ?? Number.POSITIVE_INFINITY

/**
 * Yields every run that begins with `run` and is longer: `run` with each event that can come next, and so
 * on.
 */
function* longerRuns(
  { rule, history }: Case,
  run: readonly Event[],
  left: readonly number[],
): Iterable<Event[]> {
  const [start, last] = [run[0] as Event, run.at(-1) as Event]
  for (const step of rule.order === 'unordered' ? left : left.slice(0, 1))
    for (const event of history) {
      if (run.includes(event) || !canServe(event, step)) continue
      if (event.ms < last.ms || event.ms > start.ms + rule.windowMs) continue
      const longer = [...run, event]
      yield longer
      yield* longerRuns(
        { rule, history, starts: { fromMs: 0, toMs: 0 } },
        longer,
        left.filter((one) => one !== step),
      )
    }
}

const liesBetween = (event: Event, run: readonly Event[]) =>
  !run.includes(event) && event.ms > (run[0]?.ms ?? 0) && event.ms < (run.at(-1)?.ms ?? 0)

function* runsOf(given: Case, start: Event): Iterable<readonly Event[]> {
  const { rule, history } = given
  for (const step of rule.order === 'unordered' ? stepsOf(rule) : [0]) {
    if (!canServe(start, step)) continue
    yield [start]
    const left = stepsOf(rule).filter((one) => one !== step)
    for (const run of longerRuns(given, [start], left))
      if (rule.order !== 'strict' || !history.some((event) => liesBetween(event, run))) yield run
  }
}

function isTaintedBy({ rule, history }: Case, times: readonly number[], i: number): boolean {
  const all = { fromStep: 0, toStep: rule.steps - 1 }
  const exclusion = rule.order === 'unordered' ? all : (rule.exclusions[i] ?? all)
  const { fromStep, toStep } = exclusion
  const isBefore = (ms: number) =>
    times.length > toStep ? ms < msOf(times, toStep) : ms <= msOf(times, 0) + rule.windowMs
  return history.some(
    (event) => isExcludedBy(rule, event, i) && event.ms > msOf(times, fromStep) && isBefore(event.ms),
  )
}

function runOfStart(given: Case, start: Event): DefinedRun | null {
  const times: number[] = []
  for (const run of runsOf(given, start)) {
    const [level, ms] = [run.length, run.at(-1)?.ms ?? 0]
    times[level - 1] = Math.min(ms, msOf(times, level - 1))
  }
  if (times.length === 0) return null
  return { times, isTainted: given.rule.exclusions.some((_, i) => isTaintedBy(given, times, i)) }
}

/**
 * Orders two runs of one level. The earlier arrival comes first; of equal arrivals, the later start; of
 * equal starts, the run that does the first differing step earlier.
 */
function byRank({ times: a }: DefinedRun, { times: b }: DefinedRun): number {
  const last = a.length - 1
  if (msOf(a, last) !== msOf(b, last)) return msOf(a, last) - msOf(b, last)
  if (msOf(a, 0) !== msOf(b, 0)) return msOf(b, 0) - msOf(a, 0)
  const differing = a.findIndex((ms, i) => ms !== b[i])
  return differing === -1 ? 0 : msOf(a, differing) - msOf(b, differing)
}

function bestByDefinition(given: Case) {
  const { fromMs, toMs } = given.starts
  const runs = given.history
    .filter(({ ms }) => ms >= fromMs && ms < toMs)
    .map((start) => runOfStart(given, start))
    .filter((run) => run !== null)
  const level = Math.max(0, ...runs.map((run) => run.times.length))
  const best = runs.filter((run) => run.times.length === level && !run.isTainted).sort(byRank)[0]
  if (best === undefined) return { level: 0, isExcluded: level > 0, times: [] }
  return { level, isExcluded: false, times: best.times }
}

const columnsOf = (history: readonly Event[]): ActorEvents => ({
  atMs: Float64Array.from(history, ({ ms }) => ms),
  mask: Uint32Array.from(history, ({ mask }) => mask),
})

function bestByWalk({ rule, history, starts }: Case) {
  // Events of other actors lie before and after.
  const other = { ms: 3, mask: 0xffffffff }
  const columns = columnsOf([other, ...history, other])
  const best = createBestRun(rule)
  const walk = createRunsWalk(rule)
  // First walks another actor with the same walk, because a walk is reused from actor to actor.
  walkRuns(walk, columns, 0, 1, { fromMs: 0, toMs: 9 }, best)
  walkRuns(walk, columns, 1, history.length + 1, starts, best)
  const path = [...best.path.slice(0, best.level)]
  if (rule.order !== 'strict') expect(new Set(path).size).toBe(best.level)
  if (rule.order !== 'unordered')
    for (const [step, place] of path.entries()) expect(((columns.mask[place] ?? 0) >>> step) & 1).toBe(1)
  expect(path.every((place) => place > 0 && place <= history.length)).toBe(true)
  return { level: best.level, isExcluded: best.isExcluded, times: path.map((place) => columns.atMs[place]) }
}

const Rule = (order: FunnelRule['order'], excluded: boolean) =>
  fc.integer({ min: 2, max: 4 }).chain((steps) =>
    fc.record({
      order: fc.constant(order),
      steps: fc.constant(steps),
      windowMs: fc.integer({ min: 1, max: 8 }),
      exclusions: fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: steps - 2 }), fc.nat(steps))
          .map(([fromStep, more]) => ({ fromStep, toStep: Math.min(fromStep + 1 + more, steps - 1) })),
        { minLength: excluded ? 1 : 0, maxLength: excluded ? 2 : 0 },
      ),
    }),
  )

/**
 * Most masks have one step; the others have any steps, or none. Less than a quarter of the events are
 * excluded, with or without a step.
 */
const Mask = (rule: FunnelRule) => {
  const { steps, exclusions } = rule
  return fc
    .record({
      steps: fc.oneof(
        { weight: 5, arbitrary: fc.nat(steps - 1).map((step) => 1 << step) },
        { weight: 3, arbitrary: fc.nat(2 ** steps - 1) },
        { weight: 1, arbitrary: fc.constant(0) },
      ),
      excluded: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.nat(2 ** exclusions.length - 1) },
      ),
    })
    .map((mask) => mask.steps | (mask.excluded << exclusionBit(rule, 0)))
}

const CaseOf = (order: FunnelRule['order'], excluded: boolean) =>
  fc.tuple(Rule(order, excluded), fc.integer({ min: 2, max: 14 })).chain(([rule, lastMs]) =>
    fc.record({
      rule: fc.constant(rule),
      history: fc
        .array(fc.record({ ms: fc.nat(lastMs), mask: Mask(rule) }), { maxLength: 9 })
        .map((events) => events.sort((a, b) => a.ms - b.ms)),
      starts: fc.oneof(
        fc.constant(ALL_STARTS),
        fc.record({ fromMs: fc.nat(6), toMs: fc.integer({ min: 4, max: 12 }) }),
      ),
    }),
  )

/**
 * No two events have the same millisecond, and most events serve one step. One pass from the first event on
 * is enough for such histories.
 */
const SparseCaseOf = (order: FunnelRule['order'], excluded: boolean) =>
  Rule(order, excluded).chain((rule) =>
    fc.record({
      rule: fc.record({ ...constants(rule), windowMs: fc.integer({ min: 1, max: 30 }) }),
      history: fc
        .uniqueArray(fc.record({ ms: fc.nat(60), mask: SparseMask(rule) }), {
          selector: ({ ms }) => ms,
          minLength: 3,
          maxLength: 11,
        })
        .map((events) => events.sort((a, b) => a.ms - b.ms)),
      starts: fc.constant(ALL_STARTS),
    }),
  )

const constants = ({ order, steps, exclusions }: FunnelRule) => ({
  order: fc.constant(order),
  steps: fc.constant(steps),
  exclusions: fc.constant(exclusions),
})

const SparseMask = (rule: FunnelRule) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.nat(rule.steps - 1).map((step) => 1 << step) },
    { weight: rule.order === 'unordered' ? 0 : 2, arbitrary: fc.nat(2 ** rule.steps - 1) },
    { weight: 1, arbitrary: fc.constant(0) },
    ...rule.exclusions.map((_, i) => ({ weight: 1, arbitrary: fc.constant(1 << exclusionBit(rule, i)) })),
  )

/** The cases are pure and quick to shrink. The time limit makes sure that shrinking ends. */
const CASES = { numRuns: 400, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true }

test.each([
  ['ordered', false],
  ['ordered', true],
  ['strict', false],
  ['strict', true],
  ['unordered', false],
  ['unordered', true],
] as const)('the best run of %s funnels (exclusions: %s) is that of the definition', (order, excluded) => {
  fc.assert(
    fc.property(CaseOf(order, excluded), (given) => {
      expect(bestByWalk(given)).toEqual(bestByDefinition(given))
    }),
    CASES,
  )
})

test.each([
  ['ordered', false],
  ['ordered', true],
  ['strict', false],
  ['strict', true],
  ['unordered', false],
  ['unordered', true],
] as const)(
  'the best run of %s funnels (exclusions: %s) is that of the definition where no two events have one time',
  (order, excluded) => {
    fc.assert(
      fc.property(SparseCaseOf(order, excluded), (given) => {
        expect(bestByWalk(given)).toEqual(bestByDefinition(given))
      }),
      CASES,
    )
  },
)

/** A millisecond with many events of few kinds, and events before and after it. */
const CrowdedCase = fc.record({
  order: fc.constantFrom<FunnelRule['order']>('ordered', 'strict', 'unordered'),
  kinds: fc.array(
    fc.record({ mask: fc.integer({ min: 1, max: 31 }), times: fc.integer({ min: 1, max: 40 }) }),
    {
      minLength: 3,
      maxLength: 7,
    },
  ),
  others: fc.array(fc.record({ ms: fc.constantFrom(2, 4, 6), mask: fc.nat(31) }), { maxLength: 4 }),
  isExcluded: fc.boolean(),
})

test('of many events of one millisecond no more matter than a run can use', () => {
  let crowded = 0
  fc.assert(
    fc.property(CrowdedCase, ({ order, kinds, others, isExcluded }) => {
      const steps = 4
      const exclusions = isExcluded ? [{ fromStep: 0, toStep: order === 'unordered' ? steps - 1 : 2 }] : []
      const rule: FunnelRule = { order, steps, windowMs: 3, exclusions }
      const bestWith = (most: number) => {
        const crowd = kinds.flatMap(({ mask, times }) =>
          Array.from({ length: Math.min(times, most) }, () => ({ ms: 3, mask })),
        )
        crowded += crowd.length > 64 ? 1 : 0
        const history = [...crowd, ...others].sort((a, b) => a.ms - b.ms)
        return bestByWalk({ rule, history, starts: ALL_STARTS })
      }
      // A strict run uses all events of a millisecond that it passes through, so their number matters even
      // beyond what a run can use.
      const few = order === 'strict' ? 2 * steps : steps + 1
      expect(bestWith(Number.POSITIVE_INFINITY)).toEqual(bestWith(few))
    }),
    { numRuns: 2_000 },
  )
  expect(crowded).toBeGreaterThan(300)
})

test.each(['ordered', 'strict', 'unordered'] as const)(
  'a %s funnel of a person with 200,000 events of one millisecond, each of other steps',
  (order) => {
    const history = Array.from({ length: 200_000 }, (_, i) => ({ ms: 5, mask: ((i * 7919) % 2 ** 20) | 1 }))
    const cpuMs = startCpuClock()
    expect(
      bestByWalk({ rule: { order, steps: 20, windowMs: 9, exclusions: [] }, history, starts: ALL_STARTS })
        .level,
    ).toBe(20)
    // Matching each of the events took minutes. Now it takes a twentieth of a second on a quiet machine.
    expect(cpuMs()).toBeLessThan(5_000)
  },
)
