import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1/'
const dateRange = { date_from: '-1d' }

beforeAll(() =>
  server.capture(
    ['pro', 'pro', 'pro', 'free', 'free', 'trial'].map((plan, i) => ({
      event: '$pageview',
      distinct_id: `d${i}`,
      timestamp: new Date(server.nowMs - 1000 + i).toISOString(),
      properties: { plan, $current_url: `https://example.com/${plan}`, $session_id: `s${i}` },
    })),
  ),
)

async function query(node: object) {
  const { status, body } = await server.request('POST', `${PROJECT}query/`, { query: node })
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}

test('the persons that a statement names and nobody is', async () => {
  const { body } = await server.request('GET', `${PROJECT}persons/?limit=1`)
  const known = body.results[0].uuid
  const [one, other] = [1, 2].map((n) => `01890000-0000-7000-8000-00000000000${n}`)
  const sql = async (rest: string) =>
    (await query({ kind: 'HogQLQuery', query: `select 1 from ${rest}` })).warnings
  const unknown = (id: unknown) => ({
    code: 'unknown_person',
    detail: expect.stringContaining(String(id)),
    attr: 'query__query',
  })
  expect(await sql(`events where person_id = '${known}'`)).toBeUndefined()
  expect(await sql(`events where person_id = '${one}' or person.id = '${one}'`)).toEqual([unknown(one)])
  expect(await sql(`persons where id in ('${one}', '${known}', '${other}')`)).toEqual([
    unknown(one),
    unknown(other),
  ])
  expect(await sql(`events where uuid = '${one}'`)).toBeUndefined()
  const where = [`person_id != '${other}'`]
  expect(
    (await query({ kind: 'EventsQuery', select: ['event'], personId: one, where })).warnings,
  ).toMatchObject(
    [{ ...unknown(one), attr: 'query__personId' }, unknown(other)].map(({ detail }) => ({ detail })),
  )
})

test('a row of people that is beyond the limit of the answer', async () => {
  const source = (breakdown_limit: number) => ({
    ...{ kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$pageview', math: 'dau' }], dateRange },
    breakdownFilter: { breakdown: 'plan', breakdown_limit },
  })
  const people = async (limit: number, breakdown: string) => {
    const of = { kind: 'InsightActorsQuery', source: source(limit), series: 0, day: '2026-11-20', breakdown }
    const { results, warnings } = await query({ kind: 'ActorsQuery', source: of })
    return [results.length, warnings]
  }
  const unknown = [expect.objectContaining({ code: 'unknown_row', attr: 'query__source__breakdown' })]
  expect(await people(1, 'pro')).toEqual([3, undefined])
  expect(await people(1, 'free')).toEqual([2, unknown])
  expect(await people(1, '$$_posthog_breakdown_other_$$')).toEqual([3, undefined])
  expect(await people(3, 'free')).toEqual([2, undefined])
  expect(await people(3, 'gold')).toEqual([0, unknown])
  const funnel = {
    ...{ kind: 'FunnelsQuery', series: [1, 2].map(() => ({ kind: 'EventsNode', event: '$pageview' })) },
    ...{ dateRange, breakdownFilter: { breakdown: 'plan', breakdown_limit: 2 } },
  }
  const of = { kind: 'FunnelsActorsQuery', source: funnel, funnelStep: 1, funnelStepBreakdown: 'trial' }
  expect(await query({ kind: 'ActorsQuery', source: of })).toMatchObject({
    results: [{}],
    warnings: [{ code: 'unknown_row', attr: 'query__source__funnelStepBreakdown' }],
  })
})

test('an exclusion of paths that names an address nobody visited', async () => {
  const excluded = async (excludeEvents: string[], pathsFilter: object = {}) => {
    const node = { kind: 'PathsQuery', dateRange, pathsFilter: { excludeEvents, ...pathsFilter } }
    const warned = (await query(node)).warnings ?? []
    return warned.map(({ code, attr }: { code: string; attr: string }) => [code, attr.split('__').at(-1)])
  }
  const pages = { includeEventTypes: ['$pageview'] }
  const here = 'https://example.com/'
  for (const isCached of [false, true])
    expect([isCached, await excluded([`${here}pro`, `${here}prices`, `${here}free/`], pages)]).toEqual([
      isCached,
      [['unknown_item', '1']],
    ])
  // If no type is given, an item may be anything.
  expect(await excluded(['opne', `${here}trial`])).toEqual([['unknown_item', '0']])
  expect(await excluded([`${here}*`], { ...pages, pathGroupings: [`${here}*`] })).toEqual([])
  expect(await excluded([`${here}gone`], { ...pages, startPoint: `${here}none` })).toEqual([
    ['unknown_item', '0'],
    ['unknown_point', 'startPoint'],
  ])
})
