/** A request with one of the largest answers of its kind. */
export interface LargeAnswer {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** The path after that of the project. */
  readonly path: string
  readonly body?: object
}

const STEPS = ['$pageview', '$autocapture', 'purchased'].map((id, order) => ({ id, order }))
const BY_PAGE = { breakdown: '$current_url', breakdown_limit: 1_000 }
const VIEWED = { id: '$pageview' }
const DAYS_90 = { date_from: '-90d' }

const query = (name: string, node: object, format = ''): LargeAnswer => ({
  name,
  method: 'POST',
  path: `/query/${format && `?format=${format}`}`,
  body: { query: node, refresh: 'force_blocking' },
})
const insight = (path: string, name: string, body: object): LargeAnswer => ({
  name,
  method: 'POST',
  path: `/insights/${path}/`,
  body: { ...body, refresh: 'force_blocking' },
})
const list = (name: string, path: string): LargeAnswer => ({ name, method: 'GET', path })
const statement = (text: string) => ({ kind: 'HogQLQuery', query: text })

/** Questions about the events that the load makes, with many rows, intervals, values and persons. */
export const LARGE_ANSWERS: readonly LargeAnswer[] = [
  query('50,000 whole events', statement('SELECT * FROM events LIMIT 50000')),
  query('50,000 whole events as CSV', statement('SELECT * FROM events LIMIT 50000'), 'csv'),
  query('50,000 short rows', statement('SELECT uuid, timestamp, event FROM events LIMIT 50000')),
  query(
    'arrays of uuids',
    statement('SELECT distinct_id, groupArray(toString(uuid)) FROM events GROUP BY distinct_id LIMIT 50000'),
  ),
  query('a list of events', { kind: 'EventsQuery', select: ['*', 'person'], limit: 50_000 }),
  query('a list of persons', { kind: 'ActorsQuery', select: ['person', 'id'], limit: 50_000 }),
  insight('trend', 'trend by page and hour', {
    events: [VIEWED],
    ...BY_PAGE,
    date_from: '-30d',
    interval: 'hour',
  }),
  insight('trend', 'trend by page and day', { events: [VIEWED], ...BY_PAGE, ...DAYS_90 }),
  insight('trend', 'trend by minute', {
    events: [VIEWED, { id: '$autocapture' }],
    date_from: '-6d',
    interval: 'minute',
  }),
  insight('trend', 'lifecycle by hour', {
    insight: 'LIFECYCLE',
    events: [VIEWED],
    date_from: '-30d',
    interval: 'hour',
  }),
  insight('trend', 'stickiness', { insight: 'STICKINESS', events: [VIEWED], ...DAYS_90 }),
  insight('funnel', 'funnel by page', { events: STEPS, ...BY_PAGE, ...DAYS_90 }),
  insight('funnel', 'funnel over time by page', {
    events: STEPS,
    ...BY_PAGE,
    ...DAYS_90,
    funnel_viz_type: 'trends',
  }),
  insight('retention', 'retention by page', {
    target_entity: VIEWED,
    returning_entity: VIEWED,
    breakdown: '$current_url',
    total_intervals: 90,
  }),
  insight('path', 'paths', { edge_limit: 5_000, step_limit: 20, ...DAYS_90 }),
  insight('funnel/correlation', 'correlation', {
    events: STEPS,
    ...DAYS_90,
    funnel_correlation_type: 'events',
  }),
  list('persons', '/persons/?limit=1000'),
  list('persons as CSV', '/persons/?format=csv'),
  list('events', '/events/?limit=1000'),
  list('elements', '/elements/stats/?limit=1000'),
  list('values', '/events/values/?key=$insert_id'),
  list('definitions of properties', '/property_definitions/?limit=1000'),
  list('ingestion', '/ingestion/'),
  list('storage', '/storage/'),
  list('vocabulary', '/questions/vocabulary/'),
]
