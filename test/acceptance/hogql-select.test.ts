import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

/**
 * Ada and Bob are persons, and Cid has no profile. The project is in Berlin, which is an hour ahead of UTC.
 */
beforeAll(async () => {
  await server.request('PATCH', '/api/projects/1/', { timezone: 'Europe/Berlin' })
  const event = (name: string, distinct_id: string, at: string, properties: object) => ({
    event: name,
    distinct_id,
    timestamp: at,
    properties,
  })
  await server.capture([
    event('paid', 'ada', '2026-11-19T23:30:00Z', {
      amount: 30,
      plan: 'pro',
      $session_id: 's1',
      $groups: { company: 'acme' },
      $set: { tier: 'gold' },
    }),
    event('paid', 'ada', '2026-11-18T10:00:00Z', { amount: 12.5, plan: 'free', $session_id: 's1' }),
    event('paid', 'bob', '2026-11-18T12:00:00Z', { amount: 5, plan: 'free', $set: { tier: 'tin' } }),
    event('seen', 'bob', '2026-11-18T13:00:00Z', { $session_id: 's2' }),
    event('seen', 'cid', '2026-11-16T10:00:00Z', { $process_person_profile: false }),
    {
      event: '$groupidentify',
      distinct_id: 'ada',
      timestamp: '2026-10-01T00:00:00Z',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { size: 500 } },
    },
  ])
})

async function select(query: string, more: object = {}) {
  const { status, body } = await server.request('POST', '/api/projects/1/query/', {
    query: { kind: 'HogQLQuery', query, ...more },
  })
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body as { results: unknown[][]; columns: string[]; types: string[][]; hasMore: boolean }
}
const rows = async (query: string, more: object = {}) => (await select(query, more)).results

describe('rows', () => {
  test.each<[query: string, expected: unknown[][]]>([
    ['select 1', [[1]]],
    ["select 1 + 1 as two, 'x', null, true", [[2, 'x', null, true]]],
    ['select count() from events', [[6]]],
    ["select count(), sum(properties.amount) from events where event = 'paid'", [[3, 47.5]]],
    [
      "select properties.plan as plan, count() as n from events where event = 'paid' group by plan order by n desc, plan",
      [
        ['free', 2],
        ['pro', 1],
      ],
    ],
    [
      'select event, count() from events group by 1 having count() > 1 order by 2 desc',
      [
        ['paid', 3],
        ['seen', 2],
      ],
    ],
    [
      "select toStartOfDay(timestamp) as day, count() from events where timestamp >= '2026-11-17' group by day order by day",
      [
        ['2026-11-18T00:00:00+01:00', 3],
        ['2026-11-20T00:00:00+01:00', 1],
      ],
    ],
    ["select distinct distinct_id from events where event = 'paid' order by distinct_id", [['ada'], ['bob']]],
    [
      "select count(distinct person_id), uniq(person_id) from events where event in ('paid', 'seen')",
      [[3, 3]],
    ],
    [
      'select person.properties.tier as tier, count() from events group by tier order by tier',
      [
        ['gold', 3],
        ['tin', 2],
        [null, 1],
      ],
    ],
    ["select group_0.properties.size from events where $group_0 = 'acme'", [[500]]],
    ['select key, properties.size, index from groups', [['acme', 500, 0]]],
    ['select properties.tier from persons order by properties.tier', [['gold'], ['tin']]],
    [
      'select session_id, $event_count, $session_duration from sessions order by session_id',
      [
        ['s1', 2, 135000],
        ['s2', 1, 0],
      ],
    ],
    [
      `select p.properties.tier, count() from events e join persons p on e.person_id = p.id
       where e.event = 'paid' group by 1 order by 1`,
      [
        ['gold', 2],
        ['tin', 1],
      ],
    ],
    [
      `select e.distinct_id, p.properties.tier from events e left join persons p on e.person_id = p.id
       where e.event = 'seen' order by 1`,
      [
        ['bob', 'tin'],
        ['cid', null],
      ],
    ],
    [
      `select count() from (select distinct_id, event from events where event = 'paid') a
       join (select distinct distinct_id from events where event = 'seen') b using (distinct_id)`,
      [[1]],
    ],
    [
      `with paid as (select distinct_id, sum(properties.amount) as total from events where event = 'paid' group by distinct_id)
       select distinct_id from paid where total > 10`,
      [['ada']],
    ],
    [
      "select distinct_id from events where event = 'seen' and person_id in (select person_id from events where event = 'paid')",
      [['bob']],
    ],
    [
      `select distinct_id, row_number() over (partition by distinct_id order by timestamp) as n,
         lag(properties.plan) over (partition by distinct_id order by timestamp) as before
       from events where event = 'paid' order by distinct_id, n`,
      [
        ['ada', 1, null],
        ['ada', 2, 'free'],
        ['bob', 1, null],
      ],
    ],
    [
      `select distinct_id, sum(count()) over () from events where event = 'paid' group by distinct_id order by 1`,
      [
        ['ada', 3],
        ['bob', 3],
      ],
    ],
    ["select x from (select 'a' as x union all select 'b') order by x", [['a'], ['b']]],
    [
      'select count() from events where properties.amount > (select avg(properties.amount) from events)',
      [[1]],
    ],
    ['select event from events order by timestamp desc limit 1 offset 1', [['seen']]],
    [
      'select distinct_id, event from events order by timestamp limit 1 by distinct_id',
      [
        ['ada', '$groupidentify'],
        ['cid', 'seen'],
        ['bob', 'paid'],
      ],
    ],
  ])('%s', async (query, expected) => {
    expect(await rows(query)).toEqual(expected)
  })

  test('types and names of columns', async () => {
    const { columns, types, hasMore } = await select(
      'select event, properties.plan, count(), max(timestamp) as last, person_id from events group by 1, 2, 5',
    )
    expect(columns).toEqual(['event', 'plan', 'count()', 'last', 'person_id'])
    expect(types.map(([, type]) => type)).toEqual([
      'String',
      'String',
      'Float64',
      "DateTime64(3, 'Europe/Berlin')",
      'UUID',
    ])
    expect(hasMore).toBe(false)
  })
})

test('the members of cohorts, and IN COHORT', async () => {
  const cohort = async (name: string, value: string) => {
    const properties = [{ key: 'tier', value, type: 'person' }]
    const groups = [{ properties }]
    return (await server.request('POST', '/api/projects/1/cohorts/', { name, groups })).body.id as number
  }
  const gold = await cohort('Gold', 'gold')
  const tin = await cohort('Tin', 'tin')
  const members =
    'select cohort_id, p.properties.tier from cohort_people c join persons p on c.person_id = p.id'
  expect(await rows(`${members} order by 1`)).toEqual([
    [gold, 'gold'],
    [tin, 'tin'],
  ])
  expect(await rows(`${members} where cohort_id = ${tin}`)).toEqual([[tin, 'tin']])
  const paid = "select distinct distinct_id from events where event = 'paid' and person_id"
  expect(await rows(`${paid} in cohort ${gold}`)).toEqual([['ada']])
  expect(await rows(`${paid} not in cohort ${gold}`)).toEqual([['bob']])
})

test('cohorts by their names, in the project of the request, as they are called now', async () => {
  const { id, token } = await server.newProject('With cohorts')
  const visit = { event: 'visit', timestamp: '2026-11-20T10:00:00Z' }
  await server.capture([{ ...visit, distinct_id: 'ada', properties: { $set: { tier: 'gold' } } }], token)
  const own = async (query: string) => {
    const { status, body } = await server.request('POST', `/api/projects/${id}/query/`, {
      query: { kind: 'HogQLQuery', query },
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.results
  }
  const listed = 'select id, name, is_static from cohorts order by id'
  expect(await own(listed)).toEqual([])
  const path = `/api/projects/${id}/cohorts/`
  const create = async (body: object) => (await server.request('POST', path, body)).body.id as number
  const gold = await create({
    name: "Gold's",
    groups: [{ properties: [{ key: 'tier', value: 'gold', type: 'person' }] }],
  })
  const fixed = await create({ name: 'Fixed', is_static: true })
  expect(await own(listed)).toEqual([
    [gold, "Gold's", false],
    [fixed, 'Fixed', true],
  ])
  expect(
    await own(
      'select c.name, count() from cohorts c join cohort_people p on p.cohort_id = c.id group by c.name',
    ),
  ).toEqual([["Gold's", 1]])
  await server.request('PATCH', `${path}${gold}/`, { name: 'Best' })
  await server.request('PATCH', `${path}${fixed}/`, { deleted: true })
  expect(await own(listed)).toEqual([[gold, 'Best', false]])
  expect(await own('select created_at = max(created_at) over () from cohorts')).toEqual([[true]])
})

test('the channel of sessions', async () => {
  const { id, token } = await server.newProject('With channels')
  const view = (session: string, properties: object) => ({
    ...{ event: '$pageview', distinct_id: 'ada', timestamp: '2026-11-20T10:00:00Z' },
    properties: { $session_id: session, ...properties },
  })
  await server.capture(
    [
      view('a', { $referring_domain: 'www.google.com' }),
      view('b', { utm_medium: 'email' }),
      view('c', { $referring_domain: '$direct' }),
    ],
    token,
  )
  const query = 'select session_id, $channel_type from sessions order by 1'
  const channels = async (text: string) =>
    (
      await server.request('POST', `/api/projects/${id}/query/`, {
        query: { kind: 'HogQLQuery', query: text },
      })
    ).body.results
  expect(await channels(query)).toEqual([
    ['a', 'Organic Search'],
    ['b', 'Email'],
    ['c', 'Direct'],
  ])
  expect(await channels("select session_id from sessions where $channel_type = 'Email'")).toEqual([['b']])
})

test.each([
  ['date_from', { date_from: 'yesterdayish' }],
  ['date_to', { date_from: '2026-11-20', date_to: '2026-11-01' }],
])('the dates of filters are told by their place: %s', async (field, dateRange) => {
  const answer = await server.request('POST', '/api/projects/1/query/', {
    query: { kind: 'HogQLQuery', query: 'select 1 from events where {filters}', filters: { dateRange } },
  })
  expect(answer).toMatchObject({ status: 400, body: { attr: `query__filters__dateRange__${field}` } })
})

test('the dates of a list of events are told by their place', async () => {
  const answer = await server.request('POST', '/api/projects/1/query/', {
    query: { kind: 'EventsQuery', select: ['event'], after: '2026-11-20', before: '2026-11-01' },
  })
  expect(answer).toMatchObject({ status: 400, body: { attr: 'query__before' } })
})

test('an unknown cohort has no members, and is told', async () => {
  const { body } = await server.request('POST', '/api/projects/1/query/', {
    query: { kind: 'HogQLQuery', query: 'select count() from events where person_id in cohort 4711' },
  })
  expect(body).toMatchObject({
    results: [[0]],
    warnings: [{ code: 'unknown_cohort', attr: 'query__query' }],
  })
})
