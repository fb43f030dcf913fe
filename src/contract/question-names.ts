/**
 * The names that the interface has for the values of a question's fields. Each kind computes some of them
 * and refuses the others as not supported. Any further name is refused as mistyped.
 */
export const MATHS: readonly string[] = [
  ...['total', 'dau', 'weekly_active', 'monthly_active', 'unique_session', 'unique_group', 'hogql'],
  ...['first_time_for_user', 'first_matching_event_for_user', 'first_time_for_user_with_filters'],
  ...['first_time_for_group', 'first_matching_event_for_group'],
  ...['avg', 'sum', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'].flatMap((math) => [
    math,
    `${math}_count_per_actor`,
  ]),
]

export const DISPLAYS: readonly string[] = [
  'ActionsLineGraph',
  'ActionsLineGraphCumulative',
  'ActionsAreaGraph',
  'ActionsTable',
  'ActionsPie',
  'ActionsBar',
  'ActionsStackedBar',
  'ActionsUnstackedBar',
  'ActionsBarValue',
  'ActionsDonut',
  'ActionsProportionBar',
  'WorldMap',
  'BoldNumber',
  'Metric',
  'BoxPlot',
]

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const

export const FUNNEL_ORDERS = ['ordered', 'strict', 'unordered'] as const
export const FUNNEL_VISUALISATIONS = ['steps', 'trends', 'time_to_convert'] as const
export const FUNNEL_ATTRIBUTIONS = ['first_touch', 'last_touch', 'all_events', 'step'] as const

export const CORRELATION_TYPES = ['events', 'properties', 'event_with_properties'] as const
