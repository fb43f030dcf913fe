import fc from 'fast-check'
import { EVERYTHING } from './filter-definition.ts'
import { givenEventGroup, givenMatcher } from './given-actions.ts'
import { givenGroup, URLS } from './given-filters.ts'
import { HOGQL_MATHS } from './hogql-math-definition.ts'
import { type GivenMath, type GivenTrendSeries, NUMBER_MATHS } from './trend-question.ts'

const PER_ACTOR = NUMBER_MATHS.filter((math) => math !== 'sum').map(
  (math) => `${math}_count_per_actor` as const,
)

const multiplier = fc.constantFrom(...[{}, {}, {}, { math_multiplier: -2 }, { math_multiplier: 0.5 }])

/** Any math, with the fields that it needs. */
const givenMath = (): fc.Arbitrary<GivenMath> => {
  const actors = ['dau', 'weekly_active', 'monthly_active'] as const
  const firsts = ['first_time_for_user', 'first_matching_event_for_user'] as const
  return fc.oneof(
    fc.constant({ math: 'total' as const }),
    { weight: 3, arbitrary: fc.constantFrom(...actors).map((math) => ({ math })) },
    { weight: 2, arbitrary: fc.constantFrom(...firsts).map((math) => ({ math })) },
    fc.constant({ math: 'unique_session' as const }),
    fc
      .constantFrom(0, 4, 1)
      .map((index) => ({ math: 'unique_group' as const, math_group_type_index: index })),
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...NUMBER_MATHS),
          fc.constantFrom('amount', 'amount', '$session_duration', 'plan'),
          multiplier,
        )
        .map(([math, math_property, more]) => ({ math, math_property, ...more })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...NUMBER_MATHS), fc.constantFrom('plan', 'a.b'), multiplier)
        .map(([math, math_property, more]) => ({
          math,
          math_property,
          ...more,
          math_property_type: 'person_properties' as const,
        })),
    },
    { weight: 2, arbitrary: fc.constantFrom(...PER_ACTOR).map((math) => ({ math })) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...HOGQL_MATHS)
        .map((math_hogql) => ({ math: 'hogql' as const, math_hogql })),
    },
  )
}

const fewFilters = fc.oneof({ weight: 4, arbitrary: fc.constant(EVERYTHING) }, givenGroup)

const PARTS = {
  names: ['paid', 'paid', 'paid', null, '$pageview', 'Paid'],
  urls: URLS,
  properties: fewFilters,
}
const matcher = fc.oneof(
  { weight: 5, arbitrary: givenMatcher(PARTS) },
  { weight: 1, arbitrary: givenEventGroup(PARTS) },
)

export const givenTrendSeries: fc.Arbitrary<GivenTrendSeries> = fc
  .tuple(matcher, givenMath())
  .map(([one, math]) => ({ ...one, ...math }))
