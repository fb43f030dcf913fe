import { beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'
let actionId = 0
let cohortId = 0

const event = (
  name: string,
  person: string,
  session: string | null,
  at: string,
  properties: object = {},
) => ({
  ...{ event: name, distinct_id: person, timestamp: `2026-11-${at}Z` },
  properties: { ...(session !== null && { $session_id: session }), ...properties },
})

beforeAll(async () => {
  await server.capture([
    event('$pageview', 'ada', 's1', '20T10:00:00.250', {
      $current_url: 'https://example.com/pricing',
      $referring_domain: 'www.google.com',
      $set: { email: 'ada@example.com', plan: 'pro', seats: 7 },
    }),
    event('paid', 'ada', 's1', '20T10:20:00.250', { amount: 30 }),
    event('$pageview', 'bob', 's2', '20T09:00:00', {
      $current_url: 'https://example.com/',
      $set: { name: 'Bob', plan: 'free' },
    }),
    event('paid', 'bob', 's2', '20T09:00:05', { amount: 5, $groups: { company: 'acme' } }),
    event('$screen', 'cid', 's3', '19T23:00:00', { $process_person_profile: false }),
    // The session begins before the last 24 hours and ends within them.
    event('paid', 'ada', 'over', '19T11:50:00', { amount: 1 }),
    event('paid', 'ada', 'over', '19T12:10:00', { amount: 1 }),
    event('paid', 'dee', null, '20T11:00:00', { amount: 99 }),
    event('$pageview', 'bob', 'old', '10T09:00:00'),
  ])
  const other = await server.newProject()
  await server.capture([event('$pageview', 'eve', 'secret', '20T10:00:00')], other.token)
  const action = { name: 'Large', steps: [{ event: 'paid', properties: [{ key: 'amount', value: 30 }] }] }
  actionId = (await server.request('POST', `${PROJECT}/actions/`, action)).body.id
  const groups = [{ properties: [{ key: 'plan', value: 'free', type: 'person' }] }]
  cohortId = (await server.request('POST', `${PROJECT}/cohorts/`, { name: 'Free', groups })).body.id
})

const ask = (query: object, parameters = '') =>
  server.request('POST', `${PROJECT}/query/${parameters}`, {
    query: { kind: 'SessionsQuery', select: ['session_id'], ...query },
  })
async function rowsOf(query: object) {
  const { status, body } = await ask(query)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.results
}
const idsOf = async (query: object) => (await rowsOf(query)).map(([id]: [string]) => id)

test.each<[name: string, query: object, expected: string[]]>([
  ['that began in the last 24 hours, newest first', {}, ['s1', 's2', 's3']],
  ['of all time', { after: 'all' }, ['s1', 's2', 's3', 'over', 'old']],
  ['that began from a day on', { after: '2026-11-20' }, ['s1', 's2']],
  ['that began on some days', { after: '2026-11-19', before: '2026-11-20' }, ['s3', 'over']],
  ['that began before an instant', { before: '2026-11-20T09:00:00Z' }, ['s3']],
  ['that began after an instant', { after: '2026-11-20T09:00:00Z' }, ['s1']],
  ['between instants', { after: '2026-11-19T11:00:00Z', before: '2026-11-20T09:00:00Z' }, ['s3', 'over']],
  ['with an event', { event: 'paid' }, ['s1', 's2']],
  ['with an event before an instant', { event: 'paid', before: '2026-11-20T10:00:00Z' }, ['s2']],
  [
    'with an event of a property',
    { event: 'paid', eventProperties: [{ key: 'amount', operator: 'lt', value: 10 }] },
    ['s2'],
  ],
  [
    'with a property of any event',
    { eventProperties: [{ key: 'amount', operator: 'is_set' }] },
    ['s1', 's2'],
  ],
  [
    'whose event has all of it',
    { event: '$pageview', eventProperties: [{ key: 'amount', operator: 'is_set' }] },
    [],
  ],
  [
    'of a session property',
    { properties: [{ key: '$session_duration', type: 'session', operator: 'gte', value: 1200 }] },
    ['s1'],
  ],
  [
    'of another channel',
    {
      fixedProperties: [
        { key: '$channel_type', type: 'session', operator: 'is_not', value: 'Organic Search' },
      ],
    },
    ['s2', 's3'],
  ],
  ['of a person property', { properties: [{ key: 'plan', type: 'person', value: 'free' }] }, ['s2']],
  [
    'of persons without a property',
    { properties: [{ key: 'plan', type: 'person', operator: 'is_not_set' }] },
    ['s3'],
  ],
  [
    'of a group of filters',
    {
      properties: {
        type: 'OR',
        values: [
          { key: 'plan', type: 'person', value: 'pro' },
          { key: '$screen_count', type: 'session', operator: 'gt', value: 0 },
        ],
      },
    },
    ['s1', 's3'],
  ],
  [
    'of expressions',
    { properties: [{ type: 'hogql', key: "session.$is_bounce and person.properties.plan = 'free'" }] },
    ['s2'],
  ],
  ['of conditions', { where: ['$session_duration > 1', '$pageview_count = 1'] }, ['s1', 's2']],
  ['of conditions on persons', { where: ["person.properties.plan = 'pro'"] }, ['s1']],
  ['in an order', { orderBy: ['$session_duration', 'session_id DESC'] }, ['s3', 's2', 's1']],
  ['in the order of clients', { orderBy: ['$end_timestamp DESC NULLS FIRST'] }, ['s1', 's2', 's3']],
  ['by the names of persons', { orderBy: ['person_display_name -- Person DESC'] }, ['s3', 's1', 's2']],
  ['a page of them', { limit: 1, offset: 1 }, ['s2']],
  ['none', { event: 'never' }, []],
])('sessions %s', async (_, query, expected) => {
  expect(await idsOf(query)).toEqual(expected)
})

test('sessions of an action, of a cohort, of a person', async () => {
  expect(await idsOf({ actionId })).toEqual(['s1'])
  expect(await idsOf({ properties: [{ key: 'id', type: 'cohort', value: cohortId }] })).toEqual(['s2'])
  const [[personId]] = await rowsOf({ select: ['person_id'], where: ["distinct_id = 'ada'"] })
  expect(await idsOf({ personId, after: 'all' })).toEqual(['s1', 'over'])
})

test('sessions without those of test accounts', async () => {
  const filters = [{ key: 'email', type: 'person', operator: 'not_icontains', value: '@example.com' }]
  await server.request('PATCH', `${PROJECT}/`, { test_account_filters: filters })
  expect(await idsOf({ filterTestAccounts: true })).toEqual(['s2', 's3'])
  expect(await idsOf({ filterTestAccounts: false })).toEqual(['s1', 's2', 's3'])
  await server.request('PATCH', `${PROJECT}/`, { test_account_filters: [] })
})

test('whole sessions and the names of persons are objects', async () => {
  const select = ['*', 'person_display_name -- Person', 'session.$channel_type', 'person.properties.seats']
  const { status, body } = await ask({ select, event: 'paid', limit: 1 })
  expect(status).toBe(200)
  expect(body).toMatchObject({ columns: select, hasMore: true, limit: 1, offset: 0 })
  const [session, person, channel, seats] = body.results[0]
  expect(session).toEqual({
    session_id: 's1',
    distinct_id: 'ada',
    $start_timestamp: '2026-11-20T10:00:00.25Z',
    $end_timestamp: '2026-11-20T10:20:00.25Z',
    $session_duration: 1200,
    $entry_current_url: 'https://example.com/pricing',
    $end_current_url: 'https://example.com/pricing',
    $pageview_count: 1,
    $autocapture_count: 0,
    $screen_count: 0,
    $is_bounce: false,
  })
  expect(person).toEqual({ id: expect.any(String), distinct_id: 'ada', display_name: 'ada@example.com' })
  expect([channel, seats]).toEqual(['Organic Search', 7])
  const names = await rowsOf({ select: ['person_display_name'] })
  expect(names.map(([{ display_name }]: [{ display_name: string }]) => display_name)).toEqual([
    'ada@example.com',
    'Bob',
    'cid',
  ])
})

test.each([{}, { select: [] }, { select: null }])('a list with %j has whole sessions', async (query) => {
  const { body } = await server.request('POST', `${PROJECT}/query/`, {
    query: { kind: 'SessionsQuery', ...query },
  })
  expect(body.columns).toEqual(['*'])
  expect(body.results.map(([{ session_id }]: [{ session_id: string }]) => session_id)).toEqual([
    's1',
    's2',
    's3',
  ])
})

test('with an aggregate there is a row for each combination of the other columns', async () => {
  const select = ['$pageview_count', 'count()', 'sum($session_duration)']
  expect(await rowsOf({ select })).toEqual([
    [1, 2, 1205],
    [0, 1, 0],
  ])
})

test('a table around it has the same rows, and so have files', async () => {
  const source = { kind: 'SessionsQuery', select: ['session_id', '$session_duration'], event: 'paid' }
  const query = { kind: 'DataTableNode', full: true, source, propertiesViaUrl: true, contextKey: 'sessions' }
  const { status, body } = await server.request('POST', `${PROJECT}/query/`, { query })
  expect([status, body.results]).toEqual([
    200,
    [
      ['s1', 1200],
      ['s2', 5],
    ],
  ])
  const file = async (format: string, node: object = source) => {
    const url = `${PROJECT}/query/?format=${format}`
    const { body: text } = await server.app.server.inject({
      method: 'POST',
      url,
      headers: { authorization: 'Bearer phx_test_0123456789abcdef' },
      payload: { query: node },
    })
    return text
  }
  expect(parseCsv(await file('csv'))).toEqual([
    ['session_id', '$session_duration'],
    ['s1', '1200'],
    ['s2', '5'],
  ])
  expect(await file('csv', query)).toBe(await file('csv'))
  const lines = (await file('jsonl')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { session_id: 's1', $session_duration: 1200 },
    { session_id: 's2', $session_duration: 5 },
  ])
  expect((await file('parquet')).startsWith('PAR1')).toBe(true)
})

test('a saved list is computed, and its rows are those of its last computation', async () => {
  const query = { kind: 'DataTableNode', source: { kind: 'SessionsQuery', select: ['session_id'] } }
  const { body } = await server.request('POST', `${PROJECT}/insights/`, { name: 'Sessions', query })
  const read = await server.request('GET', `${PROJECT}/insights/${body.id}/?refresh=blocking`)
  expect(JSON.parse(read.body.result)).toEqual([['s1'], ['s2'], ['s3']])
})

test('filters of a statement restrict its sessions', async () => {
  const query = {
    kind: 'HogQLQuery',
    query: 'select session_id from sessions where {filters} order by $start_timestamp',
    filters: {
      dateRange: { date_from: '2026-11-19', date_to: '2026-11-19' },
      properties: [{ key: 'plan', type: 'person', value: 'pro' }],
    },
  }
  const { body } = await server.request('POST', `${PROJECT}/query/`, { query })
  expect(body.results).toEqual([['over']])
})

test.each<[name: string, query: object, attr: string]>([
  ['a column that there is not', { select: ['$duration'] }, 'query__select__0'],
  ['a property of events', { select: ['properties.amount'] }, 'query__select__0'],
  ['a condition that is cut off', { where: ['session_id = '] }, 'query__where__0'],
  ['an order that goes on', { orderBy: ['session_id limit 1'] }, 'query__orderBy__0'],
  ['an id that is none', { personId: 'ada' }, 'query__personId'],
  ['a date that is none', { after: 'yesterdayish' }, 'query__after'],
  ['an end that is none', { before: 'tomorrowish' }, 'query__before'],
  ['a page before the first', { offset: -1 }, 'query__offset'],
  ['a page of nothing', { limit: 0 }, 'query__limit'],
  ['an unknown key', { selct: ['session_id'] }, 'query__selct'],
  ['a list of events', { events: ['paid'] }, 'query__events'],
  [
    'an operator that there is not',
    { eventProperties: [{ key: 'amount', operator: 'near', value: 1 }] },
    'query__eventProperties__0__operator',
  ],
  [
    'text for a number',
    { fixedProperties: [{ key: '$session_duration', type: 'session', operator: 'gt', value: 'long' }] },
    'query__fixedProperties__0__value',
  ],
])('%s is refused with its place', async (_, query, attr) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { attr } })
})

test.each([
  [{ event: 'piad' }, 'unknown_event', 'query__event'],
  [{ actionId: 999 }, 'unknown_action', 'query__actionId'],
])('%j, which is unknown, is no session and a warning', async (query, code, attr) => {
  const { body } = await ask(query)
  expect([body.results, body.warnings]).toMatchObject([[], [{ code, attr }]])
})
