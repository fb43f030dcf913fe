import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

beforeAll(async () => {
  const tagged = (distinct_id: string, hour: number, tags: unknown) => ({
    ...{ event: 'tagged', distinct_id, properties: { tags, list: 'a,b' } },
    timestamp: `2026-11-18T${hour}:00:00Z`,
  })
  await server.capture([
    tagged('ada', 10, ['x', 'y']),
    tagged('ada', 11, ['y', 'z', 'y']),
    tagged('bob', 12, []),
    tagged('cid', 13, 'none'),
  ])
})

const ask = (query: string) =>
  server.request('POST', '/api/projects/1/query/', { query: { kind: 'HogQLQuery', query } })
const answerOf = async (query: string) => {
  const { status, body } = await ask(query)
  return status === 200 ? body.results : { status, ...body }
}

describe('arrayJoin makes a row of each element', () => {
  test.each<[query: string, rows: unknown[][]]>([
    [
      'select distinct_id, arrayJoin(properties.tags) as tag from events order by timestamp, tag',
      [
        ['ada', 'x'],
        ['ada', 'y'],
        ['ada', 'y'],
        ['ada', 'y'],
        ['ada', 'z'],
      ],
    ],
    [
      'select arrayJoin(properties.tags) as tag, count(), uniq(uuid) from events group by tag order by tag',
      [
        ['x', 1, 1],
        ['y', 3, 2],
        ['z', 1, 1],
      ],
    ],
    ["select count() from events where arrayJoin(properties.tags) = 'y'", [[3]]],
    [
      "select arrayJoin(parts) as part, hour from (select splitByChar(',', properties.list) as parts, toHour(timestamp) as hour from events) q where part != 'a' and hour > 11 order by 2",
      [
        ['b', 12],
        ['b', 13],
      ],
    ],
    [
      "select arrayJoin(properties.tags) as tag, count() from events group by tag having tag > 'x' order by 2 desc, 1 limit 1",
      [['y', 3]],
    ],
    [
      'select arrayJoin([1, 2]) as n, n * 10, arrayJoin([1, 2]) order by n',
      [
        [1, 10, 1],
        [2, 20, 2],
      ],
    ],
    [
      "select arrayJoin([1, 2]) as n, arrayJoin(['a', 'b']) as t order by n, t",
      [
        [1, 'a'],
        [1, 'b'],
        [2, 'a'],
        [2, 'b'],
      ],
    ],
    ['select distinct arrayJoin(properties.tags) as tag from events order by tag', [['x'], ['y'], ['z']]],
    [
      'select arrayJoin(properties.tags) as tag, distinct_id from events order by timestamp, tag limit 1 by tag',
      [
        ['x', 'ada'],
        ['y', 'ada'],
        ['z', 'ada'],
      ],
    ],
    [
      "select count() from (select arrayJoin(splitByChar(',', properties.list)) as part from events) q",
      [[8]],
    ],
    [
      'select arrayJoin(groupUniqArray(distinct_id)) as id from events order by id',
      [['ada'], ['bob'], ['cid']],
    ],
    [
      "select upper(tag), groupArray(distinct_id) from (select arrayJoin(properties.tags) as tag, distinct_id from events) q where tag in ('x', 'z') group by tag order by 1",
      [
        ['X', ['ada']],
        ['Z', ['ada']],
      ],
    ],
    ["select count() from events where event in (select arrayJoin(['tagged', 'other']))", [[4]]],
    [
      "select arrayJoin([toDate('2026-11-18')]), arrayJoin([null, 'a']) as a order by a",
      [
        ['2026-11-18', 'a'],
        ['2026-11-18', null],
      ],
    ],
    ['select (select arrayJoin([1, 2]) limit 1)', [[1]]],
    // The name can be written in any case.
    ['select ARRAYJOIN([1])', [[1]]],
  ])('%s', async (query, rows) => expect(await answerOf(query)).toEqual(rows))

  test('also in a list of events', async () => {
    const { body } = await server.request('POST', '/api/projects/1/query/', {
      query: {
        kind: 'EventsQuery',
        select: ['arrayJoin(properties.tags)', 'count()'],
        after: '-7d',
        orderBy: ['count() desc', 'arrayJoin(properties.tags)'],
      },
    })
    expect(body.results).toEqual([
      ['y', 3],
      ['x', 1],
      ['z', 1],
    ])
  })
})

describe('arrayJoin is refused if it has no rows to make', () => {
  const elsewhere = 'calls arrayJoin in a place where it cannot make rows: put it into a subquery in FROM'
  test.each<[query: string, detail: string]>([
    ['select uniq(arrayJoin(properties.tags)) from events', elsewhere],
    ['select count() over (partition by arrayJoin(properties.tags)) from events', elsewhere],
    ["select arrayMap(x -> arrayJoin(['a']), properties.tags) from events", elsewhere],
    ['select 1 from events e join persons p on e.person_id = p.id and arrayJoin([1]) = 1', elsewhere],
    [
      'select (select arrayJoin(groupArray(event)) from events)',
      'has a query of many rows, but a single value is expected',
    ],
    ['select arrayJoin() from events', 'calls arrayJoin with 0 arguments'],
    ['select arrayJoin(timestamp) from events', 'has a time, but an array is expected'],
  ])('%s', async (query, detail) => {
    expect(await answerOf(query)).toMatchObject({ status: 400, detail: expect.stringContaining(detail) })
  })

  test('a filter is about one event', async () => {
    const { status, body } = await server.request('POST', '/api/projects/1/insights/trend/', {
      events: [{ id: 'tagged' }],
      properties: [{ type: 'hogql', key: "arrayJoin(properties.tags) = 'x'" }],
    })
    expect([status, body.detail]).toEqual([400, expect.stringContaining(elsewhere)])
  })
})
