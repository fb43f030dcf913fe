import fc from 'fast-check'
import { COHORTS } from './cohorts-of-questions.ts'
import { HOGQL_VALUES } from './hogql-value-definition.ts'
import type { GivenBreakdown, GivenBreakdownPart } from './trend-question.ts'

const SESSION_PROPERTIES = [
  '$session_duration',
  '$event_count',
  '$pageview_count',
  '$entry_current_url',
  '$entry_utm_source',
  '$channel_type',
  '$is_bounce',
]

const part: fc.Arbitrary<GivenBreakdownPart> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('plan', 'size', 'size', 'amount', '$browser', 'a.b', "it's `x`", 'url')
      .map((property): GivenBreakdownPart => ({ type: 'event', property })),
  },
  fc
    .constantFrom('url', '$current_url')
    .map((property): GivenBreakdownPart => ({ type: 'event', property, normalize_url: true })),
  fc
    .constantFrom('plan', '$browser', 'a.b')
    .map((property): GivenBreakdownPart => ({ type: 'person', property })),
  fc
    .tuple(fc.constantFrom(0, 0, 4), fc.constantFrom('plan', '$browser', 'a.b'))
    .map(
      ([group_type_index, property]): GivenBreakdownPart => ({ type: 'group', property, group_type_index }),
    ),
  fc
    .constantFrom(...SESSION_PROPERTIES)
    .map((property): GivenBreakdownPart => ({ type: 'session', property })),
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...HOGQL_VALUES)
      .map((property): GivenBreakdownPart => ({ type: 'hogql', property })),
  },
)

/**
 * Breakdowns by bins. Over the numbers of a history, the widths of the bins have at most two decimals or
 * infinitely many.
 */
const binned: fc.Arbitrary<GivenBreakdownPart> = fc
  .tuple(
    fc.constantFrom<GivenBreakdownPart>(
      { type: 'event', property: 'amount' },
      { type: 'event', property: 'amount' },
      { type: 'event', property: 'plan' },
      { type: 'session', property: '$event_count' },
    ),
    fc.constantFrom(1, 2, 3, 5, 10),
  )
  .map(([one, histogram_bin_count]) => ({ ...one, histogram_bin_count }))

const limits = {
  limit: fc.constantFrom(null, null, 1, 1, 2, 3, 10),
  offset: fc.constantFrom(0, 0, 0, 1, 2),
  hidesOther: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
}

const cohorts = fc.uniqueArray(fc.constantFrom<number | 'all'>('all', ...COHORTS.keys()), {
  minLength: 1,
  maxLength: 3,
})

export const BREAKDOWN_FORMS = {
  property: part.map((one) => ({ parts: [one], isList: false })),
  cohorts: cohorts.map((cohorts) => ({ cohorts })),
  bins: binned.map((one) => ({ parts: [one], isList: false })),
  list: fc
    .array(fc.oneof({ weight: 5, arbitrary: part }, binned), { minLength: 1, maxLength: 3 })
    .map((parts) => ({ parts, isList: true })),
  cohortsBeside: fc
    .record({
      parts: fc.array(fc.oneof({ weight: 5, arbitrary: part }, binned), { minLength: 1, maxLength: 2 }),
      place: fc.constantFrom(0, 1),
      cohorts,
    })
    .map(({ parts, place, cohorts }) => ({ parts, isList: true, beside: { place, cohorts } })),
} satisfies Readonly<Record<string, fc.Arbitrary<GivenBreakdown['by']>>>

export const givenBreakdown = (
  forms: readonly (keyof typeof BREAKDOWN_FORMS)[],
): fc.Arbitrary<GivenBreakdown> =>
  fc.record({
    by: fc.oneof(
      ...forms.map((form) => ({ weight: form === 'property' ? 3 : 1, arbitrary: BREAKDOWN_FORMS[form] })),
    ),
    ...limits,
  })
