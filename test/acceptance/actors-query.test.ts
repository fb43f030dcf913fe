import { beforeAll, describe, expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()

beforeAll(async () => {
  const event = (name: string, distinct_id: string, timestamp: string, properties: object = {}) => ({
    ...{ event: name, distinct_id, timestamp, properties },
  })
  await server.capture([
    event('seen', 'ada', '2026-11-19T09:00:00Z', { $set: { tier: 'gold', email: 'ada@example.com' } }),
    event('seen', 'bob', '2026-11-19T10:00:00Z', { $set: { tier: 'tin' } }),
    event('seen', 'cid', '2026-11-19T11:00:00Z', { $process_person_profile: false }),
    event('paid', 'ada', '2026-11-20T09:00:00Z', { $groups: { company: 'acme' } }),
  ])
})

const ask = (query: object) =>
  server.request('POST', '/api/projects/1/query/', { query: { kind: 'ActorsQuery', ...query } })
async function rowsOf(query: object) {
  const { status, body } = await ask(query)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.results
}

describe('persons', () => {
  test.each<[name: string, query: object, expected: unknown[][]]>([
    ['the newest first', { select: ['properties.tier'] }, [['tin'], ['gold']]],
    ['filters', { select: ['properties.tier'], properties: [{ key: 'tier', value: 'tin' }] }, [['tin']]],
    ['a search', { select: ['properties.tier'], search: 'EXAMPLE' }, [['gold']]],
    ['an order', { select: ['properties.tier'], orderBy: ['properties.tier'] }, [['gold'], ['tin']]],
    ['a page', { select: ['properties.tier'], limit: 1, offset: 1 }, [['gold']]],
    ['aggregates', { select: ['count()', 'uniq(properties.tier)'] }, [[2, 2]]],
    [
      'of a statement',
      {
        select: ['properties.tier'],
        source: { kind: 'HogQLQuery', query: "select person_id from events where event = 'paid'" },
      },
      [['gold']],
    ],
  ])('%s', async (_, query, expected) => {
    expect(await rowsOf(query)).toEqual(expected)
  })

  test('whole persons and their names are objects', async () => {
    const { body } = await ask({ select: ['person', 'person_display_name', 'id'], search: 'ada@' })
    const [[person, name, id]] = body.results
    expect(person).toMatchObject({ id, is_identified: false, properties: { tier: 'gold' } })
    expect(name).toEqual({ id, display_name: 'ada@example.com' })
  })
})

const series = (...names: string[]) => names.map((event) => ({ kind: 'EventsNode', event, math: 'dau' }))
const TRENDS = { kind: 'TrendsQuery', series: series('seen', 'paid') }
const FUNNEL = { kind: 'FunnelsQuery', series: series('seen', 'paid').map(({ math: _, ...step }) => step) }
const RETENTION = {
  kind: 'RetentionQuery',
  retentionFilter: { totalIntervals: 2, targetEntity: { id: 'seen' }, returningEntity: { id: 'paid' } },
}
const RETENTION_BY_TIER = {
  ...RETENTION,
  breakdownFilter: { breakdown: 'tier', breakdown_type: 'person' },
}
const PATHS = { kind: 'PathsQuery' }

describe('behind a number', () => {
  const ids = async (source: object, more: object = {}) =>
    (await rowsOf({ source, select: ['distinct_ids'], ...more })).flat(2).sort()

  test.each<[name: string, source: object, expected: string[]]>([
    ['a series', { kind: 'InsightActorsQuery', source: TRENDS, series: 0 }, ['ada', 'bob', 'cid']],
    ['a point', { kind: 'InsightActorsQuery', source: TRENDS, series: 1, day: '2026-11-20' }, ['ada']],
    ['a step', { kind: 'FunnelsActorsQuery', source: FUNNEL, funnelStep: 2 }, ['ada']],
    ['those who dropped off', { kind: 'FunnelsActorsQuery', source: FUNNEL, funnelStep: -2 }, ['bob', 'cid']],
    [
      'a status',
      {
        kind: 'InsightActorsQuery',
        source: { kind: 'LifecycleQuery', series: series('seen').map(({ math: _, ...one }) => one) },
        day: '2026-11-19',
        status: 'new',
      },
      ['ada', 'bob', 'cid'],
    ],
    [
      'days of activity',
      {
        kind: 'StickinessActorsQuery',
        source: { kind: 'StickinessQuery', series: series('seen') },
        series: 0,
        day: 1,
      },
      ['ada', 'bob', 'cid'],
    ],
    [
      'a row of a retention',
      { kind: 'InsightActorsQuery', source: RETENTION_BY_TIER, interval: 0, breakdown: 'gold' },
      ['ada'],
    ],
    [
      'a drop-off of paths by the filter of the source',
      { kind: 'InsightActorsQuery', source: { ...PATHS, pathsFilter: { pathDropoffKey: '1_seen' } } },
      ['ada', 'bob', 'cid'],
    ],
    ['an end of paths', { kind: 'InsightActorsQuery', source: PATHS, pathEndKey: '1_paid' }, ['ada']],
    ['a start of paths', { kind: 'InsightActorsQuery', source: PATHS, pathStartKey: '1_seen' }, []],
  ])('%s', async (_, source, expected) => {
    expect(await ids(source)).toEqual(expected)
  })

  test('the first cohort of a retention, with the places of its values', async () => {
    const source = { kind: 'InsightActorsQuery', source: RETENTION }
    expect((await rowsOf({ source, select: ['distinct_ids', 'appearances'] })).sort()).toEqual([
      [['ada'], [0, 1]],
      [['bob'], [0]],
      [['cid'], [0]],
    ])
  })

  test('pages give each actor once', async () => {
    const source = { kind: 'InsightActorsQuery', source: TRENDS, series: 0 }
    const pages = []
    for (const offset of [0, 1, 2, 3]) pages.push(await ids(source, { limit: 1, offset }))
    expect(pages.flat().sort()).toEqual(['ada', 'bob', 'cid'])
    expect(pages[3]).toEqual([])
    const { body } = await ask({ source, limit: 2 })
    expect(body).toMatchObject({ hasMore: true, limit: 2, offset: 0, columns: ['actor'] })
  })

  test('CSV is a table of the columns, with all actors unless the query has a limit', async () => {
    const csv = async (more: object) => {
      const source = { kind: 'InsightActorsQuery', source: TRENDS, series: 0 }
      const select = ['distinct_ids', 'properties.tier']
      const response = await server.app.server.inject({
        method: 'POST',
        url: '/api/projects/1/query/?format=csv',
        headers: { authorization: `Bearer ${KEY}` },
        payload: { query: { kind: 'ActorsQuery', source, select, ...more } },
      })
      return response.body.split('\r\n')
    }
    const [names, ...rows] = await csv({})
    expect(names).toBe('distinct_ids,properties.tier')
    expect(rows.sort()).toEqual(['', '"[""ada""]",gold', '"[""bob""]",tin', '"[""cid""]",'])
    expect(await csv({ limit: 1 })).toHaveLength(3)
  })

  test('groups', async () => {
    const source = {
      kind: 'InsightActorsQuery',
      source: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode', event: 'paid', math: 'unique_group', math_group_type_index: 0 }],
      },
      series: 0,
    }
    expect(await rowsOf({ source, select: ['id', 'group_name'] })).toEqual([['acme', 'acme']])
  })

  test('needs the scope of persons as well', async () => {
    const key = await server.newKey(['query:read'])
    const query = { kind: 'ActorsQuery', source: { kind: 'InsightActorsQuery', source: TRENDS, series: 0 } }
    const answer = await server.request('POST', '/api/projects/1/query/', { query }, key)
    expect(answer.status).toBe(403)
  })
})

test.each<[name: string, query: object, attr: string]>([
  ['a source that is none', { source: { kind: 'TrendsQuery' } }, 'query__source__kind'],
  ['a column that there is not', { select: ['tier'] }, 'query__select__0'],
  [
    'filters on events',
    { properties: [{ key: 'a', value: 'b', type: 'event' }] },
    'query__properties__0__type',
  ],
  [
    'a column that actors of a number do not have',
    { source: { kind: 'InsightActorsQuery', source: TRENDS, series: 0 }, select: ['tier'] },
    'query__select__0',
  ],
  [
    'a number that there is not',
    { source: { kind: 'InsightActorsQuery', source: TRENDS, series: 7 } },
    'query__source__series',
  ],
  [
    'a cohort that there is not',
    { source: { kind: 'InsightActorsQuery', source: { kind: 'RetentionQuery' }, interval: 99 } },
    'query__source__interval',
  ],
  ['a number of nothing', { source: { kind: 'InsightActorsQuery' } }, 'query__source__source'],
  [
    'a number of another kind',
    { source: { kind: 'InsightActorsQuery', source: { kind: 'Trends' } } },
    'query__source__source__kind',
  ],
  ...['search', 'limit', 'cursor', 'format'].map((field): [string, object, string] => [
    `a ${field} of the source`,
    { source: { kind: 'FunnelsActorsQuery', source: FUNNEL, funnelStep: 1, [field]: '5' } },
    `query__source__${field}`,
  ]),
  [
    'a field in both of its names',
    { source: { kind: 'FunnelsActorsQuery', source: FUNNEL, funnelStep: 1, funnel_step: 2 } },
    'query__source__funnel_step',
  ],
  [
    'a question beside the source',
    { source: { kind: 'FunnelsActorsQuery', source: FUNNEL, funnelStep: 1, question: 'x' } },
    'query__source__question',
  ],
  [
    'an order of actors',
    { source: { kind: 'FunnelsActorsQuery', source: FUNNEL, funnelStep: 1 }, orderBy: ['id'] },
    'query__orderBy',
  ],
  [
    'filters of actors',
    { source: { kind: 'FunnelsActorsQuery', source: FUNNEL, funnelStep: 1 }, properties: [] },
    'query__properties',
  ],
  [
    'a field that selects nothing',
    { source: { kind: 'InsightActorsQuery', source: { kind: 'PathsQuery' }, pathStart: '1_a' } },
    'query__source__pathStart',
  ],
])('%s is refused', async (_, query, attr) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { attr } })
})
