import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL_STARTS,
  createBestRun,
  exclusionBit,
  type FunnelRule,
  NONE,
  placeOfStep,
  stepBits,
} from '#insights/runs/walk/rule.ts'
import { createRunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import { startCpuClock } from '../fixtures/cpu-clock.ts'
import { bestTimes } from './funnel-level-definition.ts'
import { placeOf, timesOfAll } from './funnel-optional-definition.ts'
import { type RunRules, runsOf, type StepEvent } from './funnel-run-definition.ts'
import { runs, within } from './runs.ts'

const STEPS = 5

const asked = fc
  .record({
    stepCount: fc.integer({ min: 3, max: STEPS }),
    optional: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
    windowMs: fc.nat(9),
    isExcluded: fc.boolean(),
    lastMs: fc.integer({ min: 3, max: 14 }),
  })
  .chain(({ lastMs, ...rules }) =>
    fc.record({
      rules: fc.constant(rules),
      events: fc.array(
        fc.record({
          atMs: fc.nat(lastMs),
          steps: fc.oneof(
            { weight: 3, arbitrary: fc.nat(STEPS - 1).map((step) => [step]) },
            { weight: 1, arbitrary: fc.subarray([0, 1, 2, 3, 4]) },
          ),
          isExcluded: fc.nat(5).map((chance) => chance === 0),
        }),
        { maxLength: 10, size: 'max' },
      ),
      starts: fc.oneof(
        fc.constant(ALL_STARTS),
        fc.record({ fromMs: fc.nat(4), toMs: fc.integer({ min: 3, max: 9 }) }),
      ),
    }),
  )
type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never

function rulesOf({ stepCount, optional, windowMs, isExcluded }: Asked['rules']): RunRules {
  const optionalSteps = optional.filter((step) => step < stepCount)
  const last = Array.from({ length: stepCount }, (_, step) => step).findLast(
    (step) => !optionalSteps.includes(step),
  )
  const spans = isExcluded && last !== 0 ? [{ fromStep: 0, toStep: last ?? 0 }] : []
  return { order: 'ordered', stepCount, optionalSteps, windowMs, spans }
}

function ruleOf(rules: RunRules): FunnelRule {
  return {
    order: 'ordered',
    steps: rules.stepCount - rules.optionalSteps.length,
    optional: rules.optionalSteps.map((step) => placeOf(step, rules)),
    windowMs: rules.windowMs,
    exclusions: rules.spans.map(({ fromStep, toStep }) => ({
      fromStep: placeOf(fromStep, rules),
      toStep: placeOf(toStep, rules),
    })),
  }
}

/**
 * Returns the time of each step of the best run; undefined for a step that the run does not do. Returns
 * null for an actor that does not count.
 */
function definedTimes({ events, starts }: Asked, rules: RunRules) {
  const given = events.map(
    ({ atMs, steps, isExcluded }): StepEvent => ({
      atMs,
      steps: new Set(steps.filter((step) => step < rules.stepCount)),
      exclusions: new Set(isExcluded && rules.spans.length > 0 ? [0] : []),
      event: { person: 1, name: '', atMs, properties: {} },
    }),
  )
  const own = runsOf(given, rules).filter(({ startMs }) => startMs >= starts.fromMs && startMs < starts.toMs)
  const times = bestTimes(own)
  return times === null ? null : timesOfAll(times, given, rules)
}

function walkedTimes({ events, starts }: Asked, rules: RunRules) {
  const rule = ruleOf(rules)
  const bits = stepBits(rule)
  const maskOf = ({ steps, isExcluded }: Asked['events'][number]) =>
    steps.reduce((mask, step) => mask | (step < bits.length ? 1 << (bits[step] ?? 0) : 0), 0) |
    (isExcluded && rules.spans.length > 0 ? 1 << exclusionBit(rule, 0) : 0)
  const sorted = events.toSorted((a, b) => a.atMs - b.atMs)
  // Events of other actors come before and after.
  const columns = {
    atMs: Float64Array.from([3, ...sorted.map(({ atMs }) => atMs), 3]),
    mask: Uint32Array.from([0xffff, ...sorted.map(maskOf), 0xffff]),
  }
  const walk = createRunsWalk(rule)
  const best = createBestRun(rule)
  // Another actor has used this walk before, so that leftovers of that actor would show.
  walkRuns(walk, columns, 0, 1, ALL_STARTS, best)
  walkRuns(walk, columns, 1, sorted.length + 1, starts, best)
  if (best.level === 0) return null
  const places = bits.map((bit) => placeOfStep(best, bit))
  const done = places.filter((place) => place !== NONE)
  expect(new Set(done).size).toBe(done.length)
  for (const [step, place] of places.entries())
    if (place !== NONE) expect(((columns.mask[place] ?? 0) >>> (bits[step] ?? 0)) & 1).toBe(1)
  return places.map((place) => (place === NONE ? undefined : columns.atMs[place]))
}

test('the best run of a funnel with optional steps is that of the definition', () => {
  let fuller = 0
  fc.assert(
    fc.property(asked, (given) => {
      const rules = rulesOf(given.rules)
      fc.pre(rules.optionalSteps.length > 0)
      const defined = definedTimes(given, rules)
      expect(walkedTimes(given, rules)).toEqual(defined)
      if (defined?.some((time, step) => time !== undefined && rules.optionalSteps.includes(step))) fuller++
    }),
    within(runs({ short: 3_000, long: 100_000 })),
  )
  expect(fuller).toBeGreaterThan(500)
})

/** Masks have the bits of `rule` below: a and d are the required steps, b and c the optional ones. */
const rule: FunnelRule = { order: 'ordered', steps: 2, optional: [1, 1], windowMs: 1e9, exclusions: [] }

test('many events of one millisecond bring no other run than those that it can use', () => {
  const kinds = fc.array(
    fc.record({ mask: fc.integer({ min: 1, max: 15 }), times: fc.integer({ min: 1, max: 90 }) }),
    {
      minLength: 2,
      maxLength: 5,
    },
  )
  const others = fc.array(fc.record({ ms: fc.constantFrom(2, 4, 6), mask: fc.nat(15) }), { maxLength: 4 })
  fc.assert(
    fc.property(kinds, others, (crowd, around) => {
      const bestWith = (most: number) => {
        const crowded = crowd.flatMap(({ mask, times }) =>
          Array.from({ length: Math.min(times, most) }, () => ({ ms: 3, mask })),
        )
        const history = [...crowded, ...around].sort((a, b) => a.ms - b.ms)
        const columns = {
          atMs: Float64Array.from(history, ({ ms }) => ms),
          mask: Uint32Array.from(history, ({ mask }) => mask),
        }
        const best = createBestRun(rule)
        walkRuns(createRunsWalk({ ...rule, windowMs: 3 }), columns, 0, history.length, ALL_STARTS, best)
        const timeAt = (place: number) => (place === NONE ? null : history[place]?.ms)
        return [...best.path.slice(0, best.level), ...best.optional].map(timeAt)
      }
      expect(bestWith(Number.POSITIVE_INFINITY)).toEqual(bestWith(6))
    }),
    within(runs({ short: 500, long: 10_000 })),
  )
})

test.each([
  ['of one millisecond', (_: number) => 5],
  ['a millisecond apart', (i: number) => i],
])('an optional step that no run can do, for a person with 200,000 starts %s', (_, msAt) => {
  const count = 200_000
  // The only event of the optional step b is also the event of d, and c comes after it.
  const atMs = Float64Array.from({ length: count + 2 }, (_one, i) => (i < count ? msAt(i) : count + i))
  const mask = Uint32Array.from(
    { length: count + 2 },
    (_one, i) => [1, 0b110, 0b1000][Math.max(0, i - count + 1)] ?? 0,
  )
  const best = createBestRun(rule)
  const cpuMs = startCpuClock()
  walkRuns(createRunsWalk(rule), { atMs, mask }, 0, count + 2, ALL_STARTS, best)
  expect([best.level, ...best.optional]).toEqual([2, NONE, NONE])
  // Looking through all events for each start took minutes. The walk takes a third of a second on a quiet
  // machine.
  expect(cpuMs()).toBeLessThan(5_000)
})
