import fc from 'fast-check'
import { INSIGHT_NODES } from '../../src/contract/insight-kinds.ts'

/** A query node of any kind, whose numbers count actors. */
export type GivenNode = Readonly<Record<string, unknown>> & { readonly kind: string }

const TIMES = [
  { from: '-4d', to: null },
  { from: '-3d', to: '-1d' },
  { from: '-30h', to: null },
  { from: '2026-11-17', to: '2026-11-19' },
  { from: '-2w', to: null },
  { from: 'all', to: null },
] as const

const dateRange = fc
  .record({ time: fc.constantFrom(...TIMES), explicitDate: fc.boolean() })
  .map(({ time: { from, to }, explicitDate }) => ({ date_from: from, date_to: to, explicitDate }))

const interval = fc.constantFrom('hour', 'day', 'day', 'week', 'month')

/** Names of a story's events; null is every event. */
const event = fc.constantFrom('a', 'a', 'b', 'b', 'c', null)

const properties = fc.constantFrom<readonly object[]>(
  [],
  [],
  [],
  [{ type: 'person', key: 'plan', operator: 'is_set' }],
  [{ type: 'person', key: 'plan', value: ['x', 'y'] }],
  [{ type: 'event', key: '$session_id', value: 's1' }],
)

const ofGroups = (index: number) => ({ math: 'unique_group', math_group_type_index: index })

const seriesOf = (maths: readonly object[]) =>
  fc
    .record({ event, properties, math: fc.constantFrom(...maths) })
    .map(({ math, ...one }) => ({ kind: 'EventsNode', ...one, ...math }))

const common = {
  dateRange,
  properties: fc.constantFrom([], [], [{ type: 'event', key: 'n', operator: 'is_set' }]),
}

const PERSONS = { math: 'dau' }

/** All maths that count actors. */
const COUNTED = [
  PERSONS,
  PERSONS,
  ofGroups(0),
  ofGroups(1),
  ...['weekly_active', 'monthly_active', 'unique_session'].map((math) => ({ math })),
  ...['first_time_for_user', 'first_matching_event_for_user'].map((math) => ({ math })),
]

const breakdownFilter = fc.constantFrom(
  null,
  null,
  { breakdown: 'n' },
  { breakdown: '$session_id', breakdown_limit: 1 },
  { breakdown: 'plan', breakdown_type: 'person', breakdown_limit: 1 },
  { breakdown: '$session_duration', breakdown_type: 'session', breakdown_limit: 2 },
  { breakdown: 'size', breakdown_type: 'group', breakdown_group_type_index: 0 },
  { breakdown: 'concat(event, distinct_id)', breakdown_type: 'hogql', breakdown_limit: 2 },
  { breakdown: 'n', breakdown_histogram_bin_count: 2 },
  {
    breakdowns: [{ property: 'n' }, { property: 'plan', type: 'person' }],
    breakdown_limit: 1,
    breakdown_hide_other_aggregation: true,
  },
  { breakdown: ['all'], breakdown_type: 'cohort' },
  { breakdowns: [{ property: 'n' }, { property: 'all', type: 'cohort' }], breakdown_limit: 1 },
  { breakdown: '$session_id', breakdown_limit: 1, breakdown_offset: 1 },
)

const trend = fc.record({
  kind: fc.constant(INSIGHT_NODES.TRENDS),
  series: fc.array(seriesOf(COUNTED), { minLength: 1, maxLength: 3 }),
  interval,
  aggregation_group_type_index: fc.constantFrom(null, null, null, 1),
  breakdownFilter,
  trendsFilter: fc.record({
    display: fc.constantFrom('ActionsLineGraph', 'ActionsLineGraphCumulative', 'ActionsTable'),
  }),
  compareFilter: fc.record({ compare: fc.boolean(), compare_to: fc.constantFrom(null, '-1d') }),
  ...common,
})

const funnel = fc.record({
  kind: fc.constant(INSIGHT_NODES.FUNNELS),
  series: fc.array(seriesOf([{}]), { minLength: 2, maxLength: 4 }),
  funnelsFilter: fc.record({
    funnelWindowInterval: fc.constantFrom(1, 5, 40),
    funnelWindowIntervalUnit: fc.constantFrom('hour', 'day'),
  }),
  ...common,
})

const stickiness = fc.record({
  kind: fc.constant(INSIGHT_NODES.STICKINESS),
  series: fc.array(seriesOf([PERSONS, PERSONS, ofGroups(0), ofGroups(1)]), { minLength: 1, maxLength: 2 }),
  interval,
  stickinessFilter: fc.record({
    computedAs: fc.constantFrom('cumulative', 'non_cumulative'),
    stickinessCriteria: fc.constantFrom(null, null, { operator: 'gte', value: 2 }),
  }),
  compareFilter: fc.record({ compare: fc.boolean(), compare_to: fc.constantFrom(null, '-1d') }),
  ...common,
})

const lifecycle = fc.record({
  kind: fc.constant(INSIGHT_NODES.LIFECYCLE),
  series: seriesOf([{}]).map((one) => [one]),
  interval,
  aggregation_group_type_index: fc.constantFrom(null, null, 0, 1),
  ...common,
})

export const givenNode: fc.Arbitrary<GivenNode> = fc.oneof(trend, funnel, stickiness, lifecycle)
