import { beforeAll, describe, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const visit = (distinct_id: string, timestamp: string, plan = 'free') => ({
  ...{ event: 'visit', distinct_id, timestamp },
  properties: { plan },
})
const boot = (timestamp: string) => ({ event: 'boot', distinct_id: 'tv', timestamp })
const node = (kind: string, more: object = {}) => ({
  kind,
  series: [{ kind: 'EventsNode', event: 'visit' }],
  dateRange: { date_from: 'all' },
  ...more,
})
const ask = async ({ id }: TestProject, query: object) =>
  server.request('POST', `/api/projects/${id}/query/`, { query })
const firstDay = async (project: TestProject, more: object = {}) =>
  (await ask(project, node('TrendsQuery', more))).body.results[0].days[0]
const pro = [{ key: 'plan', type: 'event', value: 'pro' }]

describe('a range of all begins with the first event that the question counts', () => {
  let project: TestProject
  beforeAll(async () => {
    project = await server.newProject()
    const events = [
      visit('ada', '2026-11-10T10:00:00Z'),
      visit('bob', '2026-11-12T10:00:00Z', 'pro'),
      boot('1970-01-02T00:00:00Z'),
      boot('2016-01-01T00:00:00Z'),
    ]
    await server.capture(events, project.token)
  })

  test.each<[string, object, string]>([
    ['of its name', {}, '2026-11-10'],
    ['that its filter matches', { properties: pro }, '2026-11-12'],
    [
      'that the filter of its series matches',
      { series: [{ kind: 'EventsNode', event: 'visit', properties: pro }] },
      '2026-11-12',
    ],
    [
      'of any of its series',
      { series: ['visit', 'boot'].map((event) => ({ kind: 'EventsNode', event })) },
      '2016-01-01',
    ],
    ['of every name', { series: [{ kind: 'EventsNode', event: null }] }, '2016-01-01'],
    ['of a name that nothing has', { series: [{ kind: 'EventsNode', event: 'never' }] }, '2026-11-20'],
  ])('%s', async (_what, more, expected) => {
    expect(await firstDay(project, more)).toBe(expected)
  })

  test('every kind answers next to an event of another name with the clock of 1970', async () => {
    const steps = { series: ['visit', 'boot'].map((event) => ({ kind: 'EventsNode', event })) }
    for (const query of [
      node('LifecycleQuery'),
      node('StickinessQuery'),
      node('FunnelsQuery', { ...steps, funnelsFilter: { funnelVizType: 'trends' } }),
      node('TrendsQuery', { trendsFilter: { display: 'BoldNumber' } }),
      { kind: 'PathsQuery', dateRange: { date_from: 'all' } },
    ]) {
      const { status, body } = await ask(project, query)
      expect([query.kind, status, body.detail]).toEqual([query.kind, 200, undefined])
    }
  })

  test('rows of SQL have every event', async () => {
    const query = {
      kind: 'HogQLQuery',
      query: 'SELECT count() FROM events WHERE {filters}',
      filters: { dateRange: { date_from: 'all' } },
    }
    expect((await ask(project, query)).body.results).toEqual([[4]])
  })
})

describe('clocks before 2015 are kept out of all', () => {
  const early = [visit('eve', '2000-01-01T00:00:00Z'), visit('eve', '2014-12-31T23:59:59Z', 'pro')]
  let project: TestProject
  beforeAll(async () => {
    project = await server.newProject()
    const events = [visit('ada', '2026-11-10T10:00:00Z'), visit('bob', '2026-11-12T10:00:00Z', 'pro')]
    await server.capture([...early, ...events], project.token)
  })
  const total = node('TrendsQuery', { trendsFilter: { display: 'BoldNumber' } })

  test('and the answer says how many of its events were left out, also from the cache', async () => {
    for (const isCached of [false, true]) {
      const { body } = await ask(project, total)
      expect([body.results[0].aggregated_value, body.is_cached]).toEqual([2, isCached])
      expect(body.warnings).toMatchObject([{ code: 'early_events', attr: 'query__dateRange__date_from' }])
      expect(body.warnings[0].detail).toMatch(/^2 events are left out/)
    }
    const { body } = await ask(project, { ...total, properties: pro })
    expect(body.results[0].aggregated_value).toBe(1)
    expect(body.warnings[0].detail).toMatch(/^1 event is left out/)
  })

  test('but a date has its events', async () => {
    const { body } = await ask(project, { ...total, dateRange: { date_from: '2000-01-01' } })
    expect([body.results[0].aggregated_value, body.warnings]).toEqual([4, undefined])
  })

  test('and the ingestion page names the event', async () => {
    const { body } = await server.request('GET', `/api/projects/${project.id}/ingestion/`)
    const [issue] = body.rejected.filter(({ reason }: { reason: string }) => reason === 'early_timestamp')
    expect([issue.count, issue.is_stored, JSON.parse(issue.sample).event]).toEqual([2, true, 'visit'])
  })

  test('unless events as early were sent as historical', async () => {
    const send = (events: object[]) => server.capture(events, project.token, { historical_migration: true })
    await send([visit('old', '2012-03-04T00:00:00Z')])
    const { body } = await ask(project, total)
    // The event of 2014 counts as well, but the event of 2000 does not.
    expect(body.results[0].aggregated_value).toBe(4)
    expect(body.warnings[0].detail).toMatch(/^1 event is left out/)
    // A later event changes nothing.
    await send([visit('old', '2013-03-04T00:00:00Z')])
    expect(await firstDay(project, { interval: 'month' })).toBe('2012-03-01')
  })
})
