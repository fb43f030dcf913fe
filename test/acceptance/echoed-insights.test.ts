import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { eventOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)
const post = (path: string, body: unknown) => server.request('POST', `${insights.path}${path}`, body)
const patch = (id: number, body: unknown) => server.request('PATCH', `${insights.path}${id}/`, body)

const [visit, pay] = ['visit', 'pay'].map((event) => ({ kind: 'EventsNode', event }))
const dateRange = { date_from: '2026-11-20', date_to: '2026-11-20' }
const trendNode = (series: unknown) => ({ kind: 'TrendsQuery', series: [series], dateRange })
const wrapped = (source: object) => ({ kind: 'InsightVizNode', source })
const codesOf = ({ warnings = [] }: { warnings?: { code: string }[] }) => warnings.map(({ code }) => code)

describe('a body with both filters and query', () => {
  const funnel = { kind: 'FunnelsQuery', series: [visit, pay], dateRange }
  const correlation = { kind: 'FunnelCorrelationQuery', source: funnel, funnelCorrelationType: 'events' }
  const entities = {
    targetEntity: { id: 'visit', type: 'events' },
    returningEntity: { id: 'pay', type: 'events' },
  }
  test.each<[number, string, object]>([
    [14, 'funnel/correlation/', correlation],
    [17, 'path/', { kind: 'PathsQuery', dateRange, pathsFilter: { includeEventTypes: ['custom_event'] } }],
    [
      19,
      'retention/',
      { kind: 'RetentionQuery', retentionFilter: { period: 'Day', totalIntervals: 3, ...entities } },
    ],
  ])(
    'call %i computes the query of a body that the server returned, and says if the filters ask something else',
    async (_, path, node) => {
      await insights.capture(eventOf('visit'), eventOf('pay'), {
        ...eventOf('pay', 'bob'),
        timestamp: '2026-11-20T09:00:00Z',
      })
      const query = wrapped(node)
      const { body: alone } = await post(path, { query })
      expect(alone.results).toBeTruthy()
      const { body: saved } = await post('', { name: 'Saved', query })
      const { body: echoed, status } = await post(path, saved)
      expect([status, echoed.detail]).toEqual([200, undefined])
      expect([echoed.results, echoed.query, echoed.warnings]).toEqual([
        alone.results,
        alone.query,
        alone.warnings,
      ])
      // Filters that were sent together with the query differ from the filters of the query.
      const filters = { insight: 'TRENDS', events: [{ id: 'other' }], date_from: '-30d' }
      const { body: other } = await post(path, { ...saved, filters })
      expect(other.results).toEqual(alone.results)
      expect(codesOf(other)).toEqual([...codesOf(alone), 'filters_left_out'])
      expect((await post(path, { ...saved, date_from: '-3d' })).body.attr).toBe('date_from')
    },
  )

  test('filters that are sent to an insight with a query are kept, change no number, and are warned of', async () => {
    await insights.capture(eventOf('visit'), eventOf('pay'), eventOf('pay'))
    const { body: insight } = await post('', { name: 'Pays', query: wrapped(trendNode(pay)) })
    expect(insight.warnings).toBeUndefined()
    const filters = { insight: 'TRENDS', events: [{ id: 'visit' }], ...dateRange }
    const { body: patched } = await patch(insight.id, { filters })
    expect([patched.filters, codesOf(patched)]).toEqual([filters, ['filters_left_out']])
    const { body: read } = await server.request('GET', `${insights.path}${insight.id}/?refresh=true`)
    expect([read.results[0].label, read.filters, codesOf(read)]).toEqual([
      'pay',
      filters,
      ['filters_left_out'],
    ])
    expect(codesOf((await server.request('GET', insights.path)).body.results[0])).toEqual([
      'filters_left_out',
    ])
    const { body: both } = await post('', { filters, query: wrapped(trendNode(pay)) })
    expect(codesOf(both)).toEqual(['filters_left_out'])
    // Without the query the filters are the question.
    const { body: back } = await patch(insight.id, { query: null })
    expect(back.warnings).toBeUndefined()
  })

  test.each<[string, (body: { filters: object }) => object]>([
    ['the body of the server', ({ filters }) => filters],
    ['the flat form of the query', () => ({ insight: 'TRENDS', events: [{ id: 'pay' }], ...dateRange })],
    ['a kind of insight alone', () => ({ insight: 'FUNNELS' })],
    ['nothing', () => ({})],
  ])('%s as filters next to the query is no reason for a warning', async (_, filtersOf) => {
    await insights.capture(eventOf('pay'))
    const { body: insight } = await post('', { query: wrapped(trendNode(pay)) })
    const { status, body } = await patch(insight.id, { ...insight, filters: filtersOf(insight) })
    expect([status, body.detail, body.warnings]).toEqual([200, undefined, undefined])
  })
})

test('a request without a body has the fields of an empty object', async () => {
  const created = await server.request('POST', insights.path)
  expect(created).toMatchObject({ status: 201, body: { name: null, query: null } })
  const changed = await server.request('PATCH', `${insights.path}${created.body.id}/`)
  expect([changed.status, changed.body]).toEqual([200, created.body])
  expect((await server.request('POST', `${insights.path}trend/`)).body.attr).not.toBeNull()
  expect((await server.request('POST', insights.path, '[]')).body.detail).toContain('expected an object')
})

test('an insight without a question has no result, also when a client asks for a new one', async () => {
  const { body: insight } = await post('', { name: 'Empty' })
  const read = async (query: string) => {
    const { status, body } = await server.request('GET', `${insights.path}${insight.id}/${query}`)
    return [status, body.result, body.results]
  }
  for (const query of ['', '?refresh=true', '?refresh=force_blocking', '?refresh=async'])
    expect(await read(query), query).toEqual([200, null, null])
  // A client sends back what it read.
  await patch(insight.id, insight)
  expect(await read('?refresh=true')).toEqual([200, null, null])
})

test('filters may be JSON text, as a query may', async () => {
  await insights.capture(eventOf('visit'), eventOf('pay'))
  const filters = { insight: 'RETENTION', period: 'Day', total_intervals: 2 }
  const { body: saved } = await post('', { filters: JSON.stringify(filters) })
  expect(saved.filters).toEqual(filters)
  const [text, object] = [
    await post('retention/', { filters: JSON.stringify(filters) }),
    await post('retention/', { filters }),
  ]
  expect([text.status, text.body.results]).toEqual([200, object.body.results])
})

describe('filters that ask nothing come back as they were sent', () => {
  const shown = async (id: number) => [
    (await server.request('GET', `${insights.path}${id}/?refresh=true`)).body.filters,
    (await server.request('GET', insights.path)).body.results[0].filters,
  ]

  test.each([
    [null, null],
    [{}, null],
    [null, wrapped(trendNode(pay))],
    [{}, wrapped(trendNode(pay))],
  ])('%j next to the query %j', async (filters, query) => {
    const { body: created } = await post('', { name: 'Sent', filters, query })
    expect([created.filters, ...(await shown(created.id))]).toEqual([filters, filters, filters])
    const { body: renamed } = await patch(created.id, { name: 'Renamed' })
    expect(renamed.filters).toEqual(filters)
    // An insight whose filters were never sent shows the flat form of its question.
    const { body: unsent } = await post('', { name: 'Unsent', query })
    expect(unsent.filters).toMatchObject({ insight: 'TRENDS' })
    const { body: sent } = await patch(unsent.id, { filters })
    expect([sent.filters, ...(await shown(sent.id))]).toEqual([filters, filters, filters])
    const { body: again } = await patch(unsent.id, sent)
    expect([again.filters, again.warnings]).toEqual([filters, created.warnings])
  })

  test('JSON text of an empty object is one, and a copy has the filters of the original', async () => {
    const { body } = await post('', { name: 'Sent', filters: '{}' })
    expect(body.filters).toEqual({})
    const dashboards = `/api/projects/${insights.project.id}/dashboards/`
    const { body: board } = await server.request('POST', dashboards, { name: 'Board' })
    await patch(body.id, { dashboards: [board.id] })
    const copied = { name: 'Copy', use_dashboard: board.id, duplicate_tiles: true }
    const { body: copy } = await server.request('POST', dashboards, copied)
    expect(copy.tiles[0].insight).toMatchObject({ filters: {}, name: expect.stringContaining('Sent') })
  })
})
