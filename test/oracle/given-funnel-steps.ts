import fc from 'fast-check'
import { EVERYTHING, type GivenGroup } from './filter-definition.ts'
import type { GivenExclusion, GivenFunnelQuestion } from './funnel-question.ts'
import { givenEventGroup, givenMatcher } from './given-actions.ts'
import { givenGroup, URLS } from './given-filters.ts'

type Steps = GivenFunnelQuestion['steps']

const whoseSize = (...sizes: readonly (string | number)[]): GivenGroup => ({
  type: 'AND',
  values: [{ key: 'size', operator: 'exact', value: sizes }],
})
const stepFilters = fc.oneof(
  { weight: 5, arbitrary: fc.constant(EVERYTHING) },
  { weight: 2, arbitrary: fc.constantFrom(whoseSize('a', 'b', 'c', 'd'), whoseSize('c', 'd', 'e', 1, 2)) },
  givenGroup,
)
const STEP_NAMES = ['paid', 'paid', 'paid', 'visit', 'visit', 'visit', '$pageview', '$screen', null]
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ event: fc.constantFrom(...STEP_NAMES), properties: stepFilters }) },
  givenMatcher({ names: STEP_NAMES, urls: URLS, properties: stepFilters }),
  givenEventGroup({ names: STEP_NAMES, properties: stepFilters }),
)
const math = fc.constantFrom(
  ...[{}, {}, {}, {}, {}],
  { math: 'first_time_for_user' as const },
  { math: 'first_time_for_user_with_filters' as const },
)

/** Steps with filters and actions. Some are served by first times only. */
export const anySteps: fc.Arbitrary<Steps> = fc
  .constantFrom(2, 2, 3, 3, 4, 5)
  .chain((count) => fc.array(fc.tuple(step, math), { minLength: count, maxLength: count }))
  .map((steps) => steps.map(([one, more]) => ({ ...one, ...more })))

/** Steps that almost every history has, so that most runs reach high levels. */
export const plainSteps: fc.Arbitrary<Steps> = fc.array(
  fc.record({
    event: fc.constantFrom('paid', 'visit'),
    properties: fc.constantFrom(EVERYTHING, EVERYTHING, whoseSize('a', 'b', 'c', 'd')),
  }),
  { minLength: 2, maxLength: 5 },
)

/** Two different required steps, in their order. */
export const twoSteps = (count: number, optional: readonly number[] = []) => {
  const steps = Array.from({ length: count }, (_, i) => i).filter((step) => !optional.includes(step))
  return fc
    .subarray(steps, { minLength: 2, maxLength: 2 })
    .map((both) => ({ fromStep: Math.min(...both), toStep: Math.max(...both) }))
}

/** Exclusions by events that serve none of the steps they span. */
export const givenExclusions = (
  all: Steps,
  isUnordered: boolean,
): fc.Arbitrary<readonly GivenExclusion[]> => {
  const span = isUnordered ? fc.constant({ fromStep: 0, toStep: all.length - 1 }) : twoSteps(all.length)
  const exclusion = fc.record({
    event: fc.constantFrom('left', 'left', 'left', 'paid', 'visit', '$pageview'),
    properties: stepFilters,
    span,
  })
  return fc
    .array(exclusion, { minLength: 0, maxLength: 2, size: 'max' })
    .map((found) =>
      found
        .map(({ span, ...one }) => ({ ...one, ...span }))
        .filter(({ event, fromStep, toStep }) =>
          all
            .slice(fromStep, toStep + 1)
            .every((one) => one.action === undefined && one.event !== null && one.event !== event),
        ),
    )
}
