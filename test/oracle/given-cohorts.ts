import fc from 'fast-check'
import type { GivenBehavior, GivenCohort, GivenLeaf, GivenTree } from './cohort-definition.ts'

/**
 * Spans that often begin exactly at the time of an event: the events of a story are quarters of an hour
 * apart.
 */
const span = fc.oneof(
  fc.record({ value: fc.constantFrom(15, 30, 90), interval: fc.constant('minute' as const) }),
  fc.record({ value: fc.integer({ min: 1, max: 80 }), interval: fc.constant('hour' as const) }),
  fc.record({ value: fc.integer({ min: 1, max: 4 }), interval: fc.constant('day' as const) }),
  fc.constant({ value: 1, interval: 'week' as const }),
)
const MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 }
type Span = { readonly value: number; readonly interval: keyof typeof MS }
const msOf = ({ value, interval }: Span) => value * MS[interval]

const KINDS = [
  'performed_event',
  'performed_event_multiple',
  'performed_event_multiple',
  'performed_event_first_time',
  'stopped_performing_event',
  'restarted_performing_event',
  'performed_event_regularly',
  'performed_event_sequence',
  'performed_event_sequence',
]

/** The names of the events that conditions count. */
export const DEEDS = ['a', 'a', 'a', 'b', '$identify']

const behavior: fc.Arbitrary<GivenBehavior> = fc
  .record({
    value: fc.constantFrom(...KINDS),
    event_type: fc.constantFrom('events' as const, 'events' as const, 'actions' as const),
    key: fc.constantFrom(...DEEDS),
    seq_event_type: fc.constantFrom('events' as const, 'actions' as const),
    seq_event: fc.constantFrom(...DEEDS),
    negation: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
    span,
    gap: span,
    operator: fc.constantFrom('gte' as const, 'gt' as const, 'lte' as const, 'lt' as const, 'exact' as const),
    operator_value: fc.integer({ min: 0, max: 3 }),
    total_periods: fc.integer({ min: 1, max: 5 }),
    filters: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      fc
        .constantFrom('is_set' as const, 'is_not_set' as const)
        .map((operator) => [{ key: '$process_person_profile', operator }]),
    ),
    least: fc.nat(4),
  })
  .map(({ span: one, gap: two, filters, least, ...rest }) => {
    // The gap is the shorter of the two times. Equal times are refused.
    const [long, short] = msOf(one) > msOf(two) ? [one, two] : [two, one]
    const gap = msOf(long) === msOf(short) ? { value: 1, interval: 'minute' as const } : short
    return {
      ...rest,
      type: 'behavioral',
      time_value: long.value,
      time_interval: long.interval,
      seq_time_value: gap.value,
      seq_time_interval: gap.interval,
      min_periods: 1 + (least % rest.total_periods),
      event_filters: filters,
    }
  })

const property = fc
  .record({
    key: fc.constantFrom('plan', 'source'),
    operator: fc.constantFrom('exact' as const, 'is_not' as const, 'is_set' as const, 'is_not_set' as const),
    value: fc.constantFrom('x', 'y', '5'),
  })
  .map(({ key, operator, value }): GivenLeaf => {
    const hasValue = operator === 'exact' || operator === 'is_not'
    return { type: 'person', key, operator, ...(hasValue && { value }) }
  })

/** A condition. `earlier` is the number of cohorts that it may name. */
function leafOf(earlier: number): fc.Arbitrary<GivenLeaf> {
  const reference = fc.record({
    type: fc.constant('cohort' as const),
    key: fc.constant('id' as const),
    value: fc.nat(Math.max(earlier - 1, 0)),
    negation: fc.boolean(),
  })
  return fc.oneof(
    { weight: 5, arbitrary: behavior },
    { weight: 2, arbitrary: property },
    ...(earlier > 0 ? [{ weight: 2, arbitrary: reference }] : []),
  )
}

const treeOf = (earlier: number): fc.Arbitrary<GivenTree> =>
  fc.letrec<{ tree: GivenTree }>((tie) => ({
    tree: fc.record({
      type: fc.constantFrom('AND', 'OR'),
      values: fc.array(
        fc.oneof({ depthSize: 'small', withCrossShrink: true }, leafOf(earlier), tie('tree')),
        {
          maxLength: 3,
        },
      ),
    }),
  })).tree

/** Mostly a single condition, so that some persons are members and some are not. */
const definitionOf = (earlier: number): fc.Arbitrary<GivenTree> =>
  fc.oneof(
    { weight: 2, arbitrary: leafOf(earlier).map((leaf): GivenTree => ({ type: 'AND', values: [leaf] })) },
    { weight: 1, arbitrary: treeOf(earlier) },
  )

/**
 * The cohorts of one project. The first cohort is static and has a few distinct ids of a story. Later
 * cohorts may name earlier ones.
 */
export const givenCohorts: fc.Arbitrary<readonly GivenCohort[]> = fc.tuple(
  fc
    .subarray(['ada', 'bob', 'anon-1', 'anon-2', 'anon-3', 'nobody'])
    .map((added): GivenCohort => ({ added })),
  ...[1, 2, 3, 4, 5, 6].map(definitionOf),
)
