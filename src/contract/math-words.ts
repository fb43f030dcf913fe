/** The words for maths that need nothing but their name. */
export const COUNT_WORDS: Readonly<Record<string, string>> = {
  total: 'events',
  dau: 'unique persons',
  unique_session: 'unique sessions',
  weekly_active: 'weekly active persons',
  monthly_active: 'monthly active persons',
  first_time_for_user: 'first time ever',
  first_matching_event_for_user: 'first time with these filters',
}

/**
 * The words for statistics over a property. They also name `<math>_count_per_actor`, a statistic over the
 * numbers of events that persons have.
 */
export const STATISTIC_WORDS: Readonly<Record<string, string>> = {
  sum: 'sum',
  avg: 'average',
  median: 'median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
  min: 'smallest',
  max: 'largest',
}

export const PER_ACTOR = '_count_per_actor'
