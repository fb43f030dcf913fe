import fc from 'fast-check'
import { EVERYTHING } from './filter-definition.ts'
import {
  type GivenActor,
  type GivenAttribution,
  type GivenFunnelBreakdown,
  type GivenFunnelQuestion,
  type GivenWindow,
  ORDERS,
  VIZ_TYPES,
  type WindowUnit,
} from './funnel-question.ts'
import { BREAKDOWN_FORMS } from './given-breakdowns.ts'
import { givenGroup } from './given-filters.ts'
import { anySteps, givenExclusions, plainSteps, twoSteps } from './given-funnel-steps.ts'
import { hasBegun, INTERVALS, MOST_DAYS, rangeOf, rangeOfMinutes } from './given-ranges.ts'
import { type GivenTrendWorld, type GivenWhen, givenTrendWorld } from './given-trend-world.ts'
import { isOfNoDay } from './given-trends.ts'
import type { GivenInterval, GivenRange } from './range-definition.ts'

export interface AskedFunnels {
  readonly nowMs: number
  readonly worlds: readonly {
    readonly world: GivenTrendWorld
    readonly questions: readonly GivenFunnelQuestion[]
  }[]
}

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1000, 60_000, 3_600_000, 86_400_000]
const NAMES = ['paid', 'paid', 'paid', 'visit', 'visit', 'visit', 'left', 'left', '$pageview', '$screen']

// There are few possible times, and each project has a fixed distance between neighbouring ones. So many
// events happen at once, and windows are met exactly.
const givenWhen = (distanceMs: number): fc.Arbitrary<GivenWhen> => {
  const tickMs = fc
    .tuple(fc.nat(4), fc.constantFrom(0, 0, 0, 0, 0, -1, 1))
    .map(([ticks, jitterMs]) => ticks * distanceMs + jitterMs)
  const hours = fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -2, 24, -24, -50, -24 * 9)
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(hours, tickMs).map(([count, ms]) => ({ sinceMs: count * HOUR_MS + ms })),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.nat(2), tickMs).map(([session, ms]) => ({ session, sinceMs: Math.max(0, ms) })),
    },
  )
}

/** Distances between the times of a project, each with windows that a few distances fill. */
const DISTANCES: readonly (readonly [distanceMs: number, unit: WindowUnit, counts: readonly number[]])[] = [
  [SECOND_MS, 'second', [1, 2, 3, 4]],
  [2 * SECOND_MS, 'second', [2, 4, 5, 8]],
  [MINUTE_MS, 'minute', [1, 2, 3, 4]],
  [30 * MINUTE_MS, 'minute', [30, 60, 90, 120]],
  [HOUR_MS, 'hour', [1, 2, 3, 4]],
  [5 * HOUR_MS, 'hour', [5, 10, 15, 24]],
]
const LONG_WINDOWS: readonly GivenWindow[] = [
  { count: 2, unit: 'day' },
  { count: 14, unit: 'day' },
  { count: 1, unit: 'week' },
  { count: 1, unit: 'month' },
]

const rarely = <T>(value: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value })

const actor: fc.Arbitrary<GivenActor> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('person' as const) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0, 4).map((groupTypeIndex) => ({ groupTypeIndex })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('properties.$session_id', 'properties.$session_id', 'properties.plan')
      .map((hogql) => ({ hogql })),
  },
)

const givenBreakdown = (
  stepCount: number,
  isUnordered: boolean,
  isOfPersons: boolean,
): fc.Arbitrary<GivenFunnelBreakdown> => {
  const attributions: fc.Arbitrary<GivenAttribution>[] = [
    fc.constantFrom(null, 'first_touch', 'last_touch', 'all_events', 'all_events'),
    ...(isUnordered ? [] : [fc.nat(stepCount - 1).map((at) => ({ step: at }))]),
  ]
  const { property, list, cohorts } = BREAKDOWN_FORMS
  const withoutBins = list.filter(({ parts }) =>
    parts.every(({ histogram_bin_count: bins }) => bins === undefined),
  )
  return fc.record({
    by: fc.oneof(
      { weight: 4, arbitrary: property },
      { weight: 1, arbitrary: withoutBins },
      { weight: isOfPersons ? 1 : 0, arbitrary: cohorts },
    ),
    limit: fc.constantFrom(null, null, 1, 1, 2, 3),
    hidesOther: rarely(fc.constant(true), false),
    attribution: fc.oneof(...attributions),
  })
}

/** A range that has most events of a project, and few enough buckets to read a counterexample. */
function wideRange(cut: GivenInterval, changeMs: number): GivenRange {
  const instant = (sinceMs: number) => new Date(changeMs + sinceMs).toISOString()
  if (cut === 'minute') return { from: instant(-30 * MINUTE_MS), to: instant(5 * HOUR_MS), isExplicit: true }
  return { from: cut === 'hour' ? instant(-2 * DAY_MS) : 'all', to: null, isExplicit: false }
}

/** Optional steps; mostly there are none. Trends and times compare two steps that are not optional. */
const givenOptional = (stepCount: number, vizType: GivenFunnelQuestion['vizType']) => {
  const later = Array.from({ length: stepCount - 1 }, (_, i) => i + 1)
  const most = vizType === 'steps' ? later.length : later.length - 1
  return fc.oneof(fc.constant<number[]>([]), fc.subarray(later, { maxLength: most }))
}

const givenQuestion = (
  calendar: GivenFunnelQuestion['calendar'],
  changeMs: number,
  windows: readonly GivenWindow[],
): fc.Arbitrary<GivenFunnelQuestion> =>
  fc
    .record({
      isPlain: fc.boolean(),
      order: fc.constantFrom(...ORDERS),
      vizType: fc.constantFrom('steps' as const, ...VIZ_TYPES),
      interval: fc.constantFrom(...INTERVALS, ...INTERVALS, 'minute' as const),
      actor,
    })
    .chain((asked) => (asked.isPlain ? plainSteps : anySteps).map((steps) => ({ ...asked, steps })))
    .chain(({ isPlain, steps, order, vizType, interval, actor }) => {
      const isUnordered = order === 'unordered'
      const cut = vizType === 'trends' ? interval : 'day'
      const dated = cut === 'minute' ? rangeOfMinutes(changeMs) : rangeOf(changeMs, cut, MOST_DAYS[cut])
      const unlessPlain = <T>(value: fc.Arbitrary<T>, plain: T) => (isPlain ? fc.constant(plain) : value)
      return fc.record({
        steps: fc.constant(steps),
        properties: unlessPlain(rarely(givenGroup, EVERYTHING), EVERYTHING),
        filterTestAccounts: unlessPlain(rarely(fc.constant(true), false), false),
        actor: fc.constant(isPlain ? 'person' : actor),
        range: unlessPlain<GivenRange>(dated, wideRange(cut, changeMs)),
        interval: fc.constant(interval),
        calendar: fc.constant(calendar),
        order: fc.constant(order),
        window: fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...windows) },
          fc.constantFrom(...LONG_WINDOWS),
        ),
        optionalSteps: order === 'ordered' ? givenOptional(steps.length, vizType) : fc.constant<number[]>([]),
        exclusions: fc.oneof(fc.constant([]), { weight: 2, arbitrary: givenExclusions(steps, isUnordered) }),
        vizType: fc.constant(vizType),
        ...{ fromStep: fc.constant(null), toStep: fc.constant(null), binCount: fc.constant(null) },
        breakdown: fc.option(givenBreakdown(steps.length, isUnordered, isPlain || actor === 'person'), {
          freq: 2,
        }),
      })
    })
    .map((question) => ({
      ...question,
      exclusions: question.exclusions.filter(
        ({ fromStep, toStep }) => ![fromStep, toStep].some((step) => question.optionalSteps.includes(step)),
      ),
    }))
    .chain((question) =>
      question.vizType === 'steps'
        ? fc.constant(question)
        : fc
            .record({
              span: fc.option(twoSteps(question.steps.length, question.optionalSteps), { freq: 2 }),
              binCount: fc.constantFrom(null, null, 1, 2, 7, 90),
            })
            .map(({ span, binCount }) => ({
              ...question,
              ...span,
              binCount: question.vizType === 'time_to_convert' ? binCount : null,
            })),
    )
    .chain(compared)

/** A comparison. Steps and trends without a breakdown can have one. */
const givenCompare = fc.option(fc.record({ to: fc.constantFrom(null, null, '-1d', '-3d', '-1w', '-1m') }), {
  freq: 1,
  nil: undefined,
})

const compared = (question: GivenFunnelQuestion): fc.Arbitrary<GivenFunnelQuestion> =>
  question.breakdown !== null || question.vizType === 'time_to_convert'
    ? fc.constant(question)
    : givenCompare.map((compare) => ({ ...question, ...(compare && { compare }) }))

/** Longest range by the hour or minute. All time would be thousands of buckets. */
const MOST_HOURLY_MS = 12 * DAY_MS

/** Projects at one moment up to three days after a clock change, with questions about each. */
export const askedFunnels = (
  timezone: string,
  changeMs: number,
  count: { readonly worlds: number; readonly questions: number },
): fc.Arbitrary<AskedFunnels> => {
  const asked = (nowMs: number, [distanceMs, unit, counts]: (typeof DISTANCES)[number]) =>
    givenTrendWorld(changeMs, { names: NAMES, when: givenWhen(distanceMs), most: 90 }).chain((world) => {
      const calendar = { timezone, weekStartDay: world.weekStartDay, nowMs }
      const firstMs = Math.min(...world.events.map(({ atMs }) => atMs))
      const isShort = ({ vizType, interval }: GivenFunnelQuestion) =>
        vizType !== 'trends' || interval !== 'hour' || nowMs - firstMs < MOST_HOURLY_MS
      const question = givenQuestion(
        calendar,
        changeMs,
        counts.map((count) => ({ count, unit })),
      ).filter(
        (one) =>
          !isOfNoDay(one) && (one.range.from !== 'all' || (hasBegun(world.events, nowMs) && isShort(one))),
      )
      return fc
        .array(question, { minLength: count.questions, maxLength: count.questions })
        .map((questions) => ({ world, questions }))
    })
  return fc.noBias(
    fc
      .integer({ min: 0, max: 3 * 24 * 60 })
      .map((minutes) => changeMs + minutes * MINUTE_MS)
      .chain((nowMs) =>
        fc
          .array(
            fc.constantFrom(...DISTANCES).chain((distance) => asked(nowMs, distance)),
            { minLength: count.worlds, maxLength: count.worlds },
          )
          .map((worlds) => ({ nowMs, worlds })),
      ),
  )
}
