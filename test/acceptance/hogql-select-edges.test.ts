import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

/** Three events of two persons in two sessions. */
beforeAll(async () => {
  const event = (name: string, distinct_id: string, hour: number, properties: object) => ({
    event: name,
    distinct_id,
    timestamp: `2026-11-18T${hour}:00:00Z`,
    properties,
  })
  await server.capture([
    event('paid', 'ada', 10, {
      ...{ plan: 'pro', amount: 30, o: { a: ['x'] }, 'a key': 'k', tags: ['b', 'a'] },
      ...{ $session_id: 's1', $set: { tier: 'gold', 'a key': 1 } },
    }),
    event('paid', 'ada', 11, { plan: 'free', amount: 12.5, $session_id: 's1' }),
    event('seen', 'bob', 12, { $session_id: 's2', $set: { tier: 'tin' } }),
  ])
})

const ask = (query: string) =>
  server.request('POST', '/api/projects/1/query/', { query: { kind: 'HogQLQuery', query } })
const rows = async (query: string) => {
  const { status, body } = await ask(query)
  return status === 200 ? body.results : { status, ...body }
}

test('an empty $session_id is no session, as in trends and in the table of sessions', async () => {
  const { id, token } = await server.newProject('Sessions')
  const ids = ['', 's1', null, undefined, ' ']
  const event = (one: string | null | undefined) => ({
    ...{ event: 'seen', distinct_id: 'ada', timestamp: '2026-11-18T10:00:00Z' },
    properties: { $session_id: one },
  })
  await server.capture(ids.map(event), token)
  const one = async (query: string) => {
    const { body } = await server.request('POST', `/api/projects/${id}/query/`, {
      query: { kind: 'HogQLQuery', query },
    })
    return body.results?.[0] ?? body
  }
  expect(await one('select count(distinct $session_id), countIf($session_id is null) from events')).toEqual([
    2, 3,
  ])
  expect(
    await one("select countIf(session.id = ''), countIf(properties.$session_id = '') from events"),
  ).toEqual([0, 1])
  expect(await one('select count() from sessions')).toEqual([2])
  const trend = await server.request('POST', `/api/projects/${id}/insights/trend/`, {
    events: [{ id: 'seen', math: 'unique_session' }],
    date_from: '-7d',
    display: 'BoldNumber',
  })
  expect(trend.body.result[0].aggregated_value).toBe(2)
})

describe('rows', () => {
  test.each<[query: string, expected: unknown[][]]>([
    // Keys in brackets, of a table with a name and of one without.
    ["select properties['a key'] from events e where e.properties['plan'] = 'pro'", [['k']]],
    [
      "select properties['o'].a[1], properties.o['a'][1] from events where properties['plan'] = 'pro'",
      [['x', 'x']],
    ],
    ["select p.properties['a key'] from persons p order by 1", [[1], [null]]],
    ["select person.properties['tier'] from events order by timestamp", [['gold'], ['gold'], ['tin']]],
    // Forms of literals and comments that the published grammar has.
    ["select .5 as a, 0b101, 0x1F, +1, '\\x41', length('\\N') # comment", [[0.5, 5, 31, 1, '\\x41', 2]]],
    ['select inf > 1e300, -inf < 0, nan = nan, 1 < infinity', [[true, true, false, true]]],
    [
      "select properties?.plan, properties?.o?.['a']?.[1] from events where properties?.amount > .5 and event = 'paid' order by timestamp",
      [
        ['pro', 'x'],
        ['free', null],
      ],
    ],
    ["select count() from events where match(event, '^\\x70')", [[2]]],
    // Columns of inner queries that are arrays.
    ['select length(a), notEmpty(a) from (select [1, 2, 3] as a)', [[3, true]]],
    ['select length((select [1, 2] limit 1))', [[2]]],
    ['select length(firstValue(event) over ()) from events limit 1', [[4]]],
    // A query without a row is null, or an empty array if it is an array.
    ['select (select event from events where false limit 1)', [[null]]],
    ['select arrayReverse((select [1, 2] from events where false limit 1))', [[[]]]],
    ['select (select [1, null] limit 1)', [[[1, null]]]],
    // Queries inside the conditions of sessions.
    [
      "select session_id from sessions where person_id in (select id from persons where properties.tier = 'tin')",
      [['s2']],
    ],
    // GROUP BY with keys that are constants, and with no key.
    ["select 'a' from events group by 'a'", [['a']]],
    ['select 1 as x from events group by x', [[1]]],
    ["select count() from events where false group by 'a'", []],
    ['select count() from events where false', [[0]]],
    // A condition as an argument of max is one or zero.
    ["select max(event = 'paid'), min(event = 'paid'), max(event = 'none') from events", [[1, 0, 0]]],
    ["select max(event = 'paid') from events where false", [[null]]],
    ['select 1 from events having true', [[1]]],
    ['select 1 from events having false', []],
    ["select event from events order by timestamp limit 1 by 'a'", [['paid']]],
    [
      "select event from events group by event, 1 + 1 order by or(false), toFloat(2), event limit 1 by lower('A')",
      [['paid']],
    ],
    ['select count() from events order by count()', [[3]]],
    // Aggregates over no rows, also of values that are never null.
    [
      'select min(timestamp), max(event), sum(toHour(timestamp)), avg(toHour(timestamp)) from events where false',
      [[null, null, null, null]],
    ],
    [
      'select median(toHour(timestamp)), maxIf(event, false), count(), uniq(event) from events where false',
      [[null, null, 0, 0]],
    ],
    // A condition on a row that a join does not find is missing.
    [
      `select e.event, not p.x from (select 'a' as event) e left join (select 'b' as event, true as x) p on e.event = p.event`,
      [['a', true]],
    ],
    // Window functions over aggregates.
    [
      'select event, sum(count()) over (partition by count()) from events group by event order by event',
      [
        ['paid', 2],
        ['seen', 1],
      ],
    ],
    ['select sum(1) over (partition by count()) from events', [[1]]],
    [
      'select lagInFrame(event) over (order by timestamp rows between 1 preceding and current row) from events order by timestamp',
      [[null], ['paid'], ['paid']],
    ],
    [
      'select leadInFrame(event) over (order by timestamp rows between current row and 1 following) from events order by timestamp',
      [['paid'], ['seen'], [null]],
    ],
  ])('%s', async (query, expected) => {
    expect(await rows(query)).toEqual(expected)
  })
})

test('persons that were merged are one, in every place', async () => {
  const { id, token } = await server.newProject('Merged')
  const at = (hour: number) => `2026-11-18T${hour}:00:00Z`
  await server.capture(
    [
      {
        event: 'seen',
        distinct_id: 'eve',
        timestamp: at(9),
        properties: { $set: { tier: 'gold' }, $session_id: 'a' },
      },
      {
        event: 'seen',
        distinct_id: 'visitor',
        timestamp: at(10),
        properties: { $session_id: 'b', $set: { plan: 'pro' } },
      },
    ],
    token,
  )
  const merge = { $anon_distinct_id: 'visitor', $session_id: 'b' }
  await server.capture(
    [{ event: '$identify', distinct_id: 'eve', timestamp: at(11), properties: merge }],
    token,
  )
  const of = async (query: string) => {
    const { body } = await server.request('POST', `/api/projects/${id}/query/`, {
      query: { kind: 'HogQLQuery', query },
    })
    return body.results ?? body
  }
  expect(await of('select count(distinct person_id), count() from events')).toEqual([[1, 3]])
  expect(
    await of(`select p.properties.tier, p.properties.plan, count(), uniq(e.person_id)
      from events e join persons p on e.person_id = p.id group by 1, 2`),
  ).toEqual([['gold', 'pro', 3, 1]])
  expect(await of('select count() from persons')).toEqual([[1]])
  expect(await of('select person_id, count() from sessions group by 1 having count() = 2')).toHaveLength(1)
  const [[person]] = await of('select id from persons')
  expect(await of(`select count() from events where person_id = '${person}'`)).toEqual([[3]])
  expect(await of('select count() from events where person_id in (select person_id from sessions)')).toEqual([
    [3],
  ])
})

describe('refused with its place', () => {
  test.each<[query: string, code: string, detail: string]>([
    [
      'select sum(lag(properties.n) over ()) over () from events',
      'invalid_input',
      'has an OVER outside the columns of SELECT',
    ],
    [
      "select (event = 'a') < (event = 'b') from events",
      'invalid_input',
      'has a condition, which cannot be compared by size',
    ],
    [
      'select lag(event) over (order by timestamp rows between 1 preceding and current row) from events',
      'invalid_input',
      'has a frame of lag, which counts all rows of its window',
    ],
  ])('%s', async (query, code, detail) => {
    const { status, body } = await ask(query)
    expect({ status, ...body }).toMatchObject({ status: 400, code, attr: 'query__query' })
    expect(body.detail).toContain(detail)
  })

  // The engine finds no key in such a join.
  test('a join whose keys are written values', async () => {
    const { status, body } = await ask(
      `with q as (select 'a' as a from (select event as x from events limit 1) as e left join (select key as y from groups) as g on e.x = g.y)
       select count() from q as x right join q as y on x.a = y.a`,
    )
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'not_supported' })
  })
})
