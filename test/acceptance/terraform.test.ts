import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const DASHBOARDS = '/api/projects/1/dashboards/'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns the part of a response that the provider compares with the written configuration: for objects the
 * written keys, for arrays all items in order. A server may add keys. If the server drops, renames or
 * reorders a key, the provider plans the same change for ever.
 */
function asWritten(written: unknown, answered: unknown): unknown {
  if (Array.isArray(written) && Array.isArray(answered))
    return answered.map((item, i) => asWritten(written[i], item))
  if (!isObject(written) || !isObject(answered)) return answered
  return Object.fromEntries(
    Object.keys(written).flatMap((key) =>
      Object.hasOwn(answered, key) ? [[key, asWritten(written[key], answered[key])]] : [],
    ),
  )
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ODD = {
  source: {
    trendsFilter: { showLegend: true, display: 'ActionsLineGraph', yAxisScaleType: null },
    series: [
      { version: 1, name: 'zweite', event: 'paid', kind: 'EventsNode', math: 'total' },
      { math: 'dau', kind: 'EventsNode', custom_name: 'Käufer 🛒 "quoted" \\ \u2028', event: 'paid' },
    ],
    properties: {
      values: [
        {
          values: [{ value: ['b', 'a', 'b', ''], key: 'plan', operator: 'exact', type: 'event' }],
          type: 'OR',
        },
        { type: 'AND', values: [] },
      ],
      type: 'AND',
    },
    kind: 'TrendsQuery',
    dateRange: { explicitDate: false, date_to: null, date_from: '-30d' },
    ' key with blanks ': { zeta: [[1, [2, []]], {}, null, true], alpha: '' },
  },
  vizSpecificOptions: { ActionsPie: { disableHoverOffset: true }, numbers: [0.1, -1.5e-7, 1e21, 0, -12] },
  kind: 'InsightVizNode',
  full: true,
  unknownToEveryone: { Ключ: '値', empty: {} },
}
const SQL = {
  source: { query: 'SELECT 1\n', kind: 'HogQLQuery', variables: {} },
  kind: 'DataVisualizationNode',
}

async function applied(method: string, path: string, body?: unknown) {
  const answer = await server.request(method, path, body)
  expect([answer.status, answer.body.detail]).toEqual([method === 'POST' ? 201 : 200, undefined])
  return answer.body
}

test('an insight is created, read, planned again, changed and destroyed', async () => {
  const written = {
    name: 'From terraform',
    derived_name: 'Paid',
    description: 'Kept in code',
    query: ODD,
    tags: ['managed-by:terraform'],
    _create_in_folder: 'Unfiled/Insights',
  }
  const created = await applied('POST', INSIGHTS, written)
  expect(Number.isInteger(created.id)).toBe(true)
  const { _create_in_folder: _, ...state } = written
  expect(created).toMatchObject({ ...state, query: {}, dashboards: [], deleted: false })
  expect(asWritten(ODD, created.query)).toEqual(ODD)

  const path = `${INSIGHTS}${created.id}/`
  const read = await applied('GET', path)
  expect(JSON.stringify(read.query)).toBe(JSON.stringify(ODD))
  expect(read).toMatchObject({ ...state, query: {} })

  const query = { ...ODD, source: { ...ODD.source, series: [...ODD.source.series].reverse() } }
  const changed = await applied('PATCH', path, { name: 'Renamed', query })
  expect(changed).toMatchObject({ name: 'Renamed', description: 'Kept in code', tags: state.tags })
  expect(asWritten(query, changed.query)).toEqual(query)
  // The comparison fails for another order.
  expect(asWritten(ODD, changed.query)).not.toEqual(ODD)
  expect(JSON.stringify((await applied('GET', path)).query)).toBe(JSON.stringify(query))

  expect(await applied('PATCH', path, { deleted: true })).toMatchObject({ id: created.id, deleted: true })
  const gone = { status: 404, body: { type: 'invalid_request', code: 'not_found' } }
  expect(await server.request('GET', path)).toMatchObject(gone)
  // Somebody has already deleted the insight by hand. A second deletion is not an error.
  expect(await applied('PATCH', path, { deleted: true })).toMatchObject({ id: created.id, deleted: true })
})

test.each([
  ['JSON text', JSON.stringify(ODD), ODD],
  ['SQL, which is stored although it cannot be computed', SQL, SQL],
  [
    'a node of an unknown kind',
    { kind: 'FutureQuery', steps: [3, 1, 2] },
    { kind: 'FutureQuery', steps: [3, 1, 2] },
  ],
])('%s is returned as an object, unchanged', async (_, query, expected) => {
  const { id } = await applied('POST', INSIGHTS, { name: 'Kept', query })
  expect(JSON.stringify((await applied('GET', `${INSIGHTS}${id}/`)).query)).toBe(JSON.stringify(expected))
})

test('a dashboard has insights, in a layout that is returned', async () => {
  const written = { name: 'Growth', description: 'Kept in code', pinned: true, tags: ['terraform'] }
  const created = await applied('POST', DASHBOARDS, written)
  expect(Number.isInteger(created.id)).toBe(true)
  expect(created).toMatchObject({ ...written, deleted: false })
  const path = `${DASHBOARDS}${created.id}/`

  const insight = await applied('POST', INSIGHTS, { name: 'On it', query: ODD, dashboards: [created.id] })
  expect(insight.dashboards).toEqual([created.id])
  const { tiles } = await applied('GET', path)
  expect(tiles).toMatchObject([
    { id: expect.any(Number), insight: { id: insight.id }, layouts: expect.any(Object) },
  ])

  const layouts = { sm: { x: 6, y: 0, w: 6, h: 5, minW: 3 }, xs: { x: 0, y: 5, w: 1, h: 5 } }
  const tile = { id: tiles[0].id, layouts, color: 'blue' }
  expect((await applied('PATCH', path, { tiles: [tile] })).tiles).toMatchObject([tile])
  expect((await applied('GET', path)).tiles).toMatchObject([tile])

  expect(await applied('PATCH', path, { name: 'Renamed', pinned: false })).toMatchObject({
    ...written,
    name: 'Renamed',
    pinned: false,
  })
  await applied('PATCH', `${INSIGHTS}${insight.id}/`, { dashboards: [] })
  expect((await applied('GET', `${INSIGHTS}${insight.id}/`)).dashboards).toEqual([])
  expect((await applied('GET', path)).tiles).toEqual([])

  expect(await applied('PATCH', path, { deleted: true })).toMatchObject({ id: created.id, deleted: true })
  expect((await server.request('GET', path)).status).toBe(404)
})

test('the organization is found as the current one and by its id', async () => {
  const organization = await applied('GET', '/api/organizations/@current/')
  expect(organization).toMatchObject({ id: expect.stringMatching(UUID), name: expect.any(String) })
  expect(await applied('GET', `/api/organizations/${organization.id}/`)).toEqual(organization)
})
