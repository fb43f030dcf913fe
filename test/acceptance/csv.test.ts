import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, type TestProject, useApp } from '../fixtures/use-app.ts'
import { registeredRoutes } from '../security/registered-routes.ts'

const server = useApp()

/** Requests CSV and returns the response as text. `path` begins after `/api/projects/`, or is a link. */
async function csv(method: string, path: string, body?: object) {
  const url = new URL(path, 'http://localhost/api/projects/')
  url.searchParams.set('format', 'csv')
  const { statusCode, headers, payload } = await server.app.server.inject({
    method: method as 'GET',
    url: url.pathname + url.search,
    headers: { authorization: `Bearer ${KEY}` },
    ...(body !== undefined && { payload: body }),
  })
  return { status: statusCode, headers, text: payload }
}

/** Returns the columns and rows of a successful answer. All rows are as wide as the columns. */
async function table(method: string, path: string, body?: object) {
  const { status, headers, text } = await csv(method, path, body)
  expect([200, 201], `${method} ${path} ${text.slice(0, 200)}`).toContain(status)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+\.csv"$/),
  })
  const [columns = [], ...rows] = parseCsv(text)
  for (const row of rows) expect(row).toHaveLength(columns.length)
  return { status, headers, columns, rows }
}
const column = ({ columns, rows }: { columns: string[]; rows: string[][] }, name: string) =>
  rows.map((row) => row[columns.indexOf(name)])

const events = [
  { id: 'signed up', order: 0 },
  { id: 'paid', order: 1, custom_name: '=1+1' },
]
const at = (time: string) => `2026-11-${time}Z`
let insightId = 0
beforeAll(async () => {
  await server.capture([
    { event: 'signed up', distinct_id: 'ada', timestamp: at('19T10:00:00') },
    { event: 'signed up', distinct_id: 'bob', timestamp: at('20T10:00:00') },
    { event: 'paid', distinct_id: 'ada', timestamp: at('19T10:01:30') },
  ])
  const filters = { insight: 'FUNNELS', events }
  insightId = (await server.request('POST', '/api/projects/1/insights/', { filters })).body.id
})

describe('friendly tables', () => {
  test('call 22: a row for each series, a column for each day', async () => {
    const { columns, rows } = await table('POST', '1/insights/trend/', { events, date_from: '-1d' })
    expect(columns).toEqual(['series', '19-Nov-2026', '20-Nov-2026'])
    expect(rows).toEqual([
      ['signed up', '1', '1'],
      ["'=1+1", '1', '0'],
    ])
  })

  const FUNNEL = [
    [
      'name',
      'breakdown_value',
      'action_id',
      'count',
      'median_conversion_time (seconds)',
      'average_conversion_time (seconds)',
    ],
    ['signed up', '', 'signed up', '2', '', ''],
    ["'=1+1", '', 'paid', '1', '90', '90'],
  ]
  test('call 12: a row for each step', async () => {
    const { columns, rows } = await table('POST', '1/insights/funnel/', { events, date_from: '-1d' })
    expect([columns, ...rows]).toEqual(FUNNEL)
  })

  test('calls 11 and 21: a table without a cached result is computed first, in every mode', async () => {
    for (const [kind, refresh] of [
      ['funnel', 'async'],
      ['trend', 'force_async'],
      ['trend', 'lazy_async'],
    ]) {
      const question = { events: JSON.stringify(events), date_from: '-2d', refresh: refresh ?? '' }
      const { rows } = await table('GET', `1/insights/${kind}/?${new URLSearchParams(question)}`)
      expect(rows.map(([name]) => name)).toEqual(['signed up', "'=1+1"])
    }
  })

  test('call 4: the result of an insight, computed if there is none', async () => {
    const path = `1/insights/${insightId}/`
    expect((await server.request('GET', `/api/projects/${path}`)).body.results).toBeNull()
    const { columns, rows } = await table('GET', path)
    expect([columns, ...rows]).toEqual(FUNNEL)
  })

  test('call 4: an insight without a query is a header, one that cannot be computed an error', async () => {
    const create = async (body: object) =>
      (await server.request('POST', '/api/projects/1/insights/', body)).body.id
    expect(await table('GET', `1/insights/${await create({ name: 'Later' })}/`)).toMatchObject({
      columns: ['series'],
      rows: [],
    })
    const { status, headers } = await csv('GET', `1/insights/${await create({ query: { kind: 'No' } })}/`)
    expect([status, headers['content-type']]).toEqual([400, expect.stringMatching(/^application\/json/)])
  })
})

describe('a row for each object', () => {
  test('calls 1, 2 and 5: the fields of an insight, and those of its user', async () => {
    const fields = { name: 'Böse, "böse"', description: '+49 (0) 1', tags: ['a', 'b'], query: { kind: 'X' } }
    const created = await table('POST', '1/insights/', fields)
    expect(created.status).toBe(201)
    expect(created.columns).toEqual(
      expect.arrayContaining(['id', 'short_id', 'created_by.email', 'tags', 'results', 'timezone']),
    )
    expect(created.columns).not.toContain('created_by')
    const [row = []] = created.rows
    const shown = Object.fromEntries(created.columns.map((name, i) => [name, row[i]]))
    expect(shown).toMatchObject({
      name: 'Böse, "böse"',
      description: "'+49 (0) 1",
      tags: '["a","b"]',
      query: '{"kind":"X"}',
      order: '',
      deleted: 'false',
      'created_by.email': 'admin@throughline.local',
    })
    const changed = await table('PATCH', `1/insights/${shown.id}/`, { name: '-' })
    expect(column(changed, 'name')).toEqual(["'-"])
    const found = await table('GET', `1/insights/?short_id=${shown.short_id}`)
    expect(column(found, 'name')).toEqual(["'-"])
  })

  test.each(['=1+1', '+x', '-x', '@x', '\tx', '\rx', 'a\nb', '"', 'a,b', 'a\ud800b', '-5', "'=1"])(
    'the name %j stays in its cell',
    async (name) => {
      const answer = await table('POST', '1/insights/', { name })
      const isFormula = /^[=+\-@\t\r]/.test(name) && name !== '-5'
      expect(column(answer, 'name')).toEqual([`${isFormula ? "'" : ''}${name.toWellFormed()}`])
    },
  )

  test('every call that reads or computes insights answers with a table', async () => {
    const routes = registeredRoutes(server.app.server).filter(
      ({ method, path }) =>
        /^(GET|POST)$/.test(method) &&
        path.startsWith('/api/projects/:project_id/insights') &&
        // The answer of `viewed` has no body.
        !path.endsWith('/insights/viewed'),
    )
    expect(routes.length).toBeGreaterThan(4)
    for (const { method, path } of routes) {
      const address = path.replace('/api/projects/:project_id', '1').replace(/:\w+/, String(insightId))
      const hasSeries = !/\/(?:path|retention)$/.test(path)
      const search = /\/(?:trend|funnel|correlation)$/.test(path)
        ? `?events=${encodeURIComponent(JSON.stringify(events))}`
        : ''
      const question = { ...(hasSeries && { events }), client_query_id: 'nothing' }
      const body = path.endsWith('/insights') ? { filters: question } : question
      await table(method, `${address}/${search}`, method === 'POST' ? body : undefined)
    }
  })

  test.each([
    ['1/persons/', 'distinct_ids', ['["bob"]', '["ada"]']],
    ['1/events/', 'event', ['signed up', 'paid', 'signed up']],
    ['1/event_definitions/', 'name', ['paid', 'signed up']],
    ['1/groups_types/', 'group_type', []],
    ['', 'name', ['Default project']],
  ])('%s', async (path, name, cells) => {
    expect(column(await table('GET', path), name)).toEqual(cells)
  })
})

describe('lists are complete', () => {
  let project: TestProject
  const all = (count: number) => new Set(Array.from({ length: count }, (_, i) => `${i}`))
  beforeAll(async () => {
    project = await server.newProject()
    for (let i = 0; i < 250; i++)
      await server.request('POST', `/api/projects/${project.id}/insights/`, { name: `${i}` })
    await server.capture(
      Array.from({ length: 1_050 }, (_, i) => ({
        event: 'visited',
        distinct_id: `${i}`,
        timestamp: at('20T11:00:00'),
        properties: { $set: { i }, ...(i < 250 && { $groups: { company: `${i}` } }) },
      })),
      project.token,
    )
  })

  test('call 1: 250 insights, each once', async () => {
    const list = await table('GET', `${project.id}/insights/`)
    expect(column(list, 'name')).toEqual([...all(250)])
    expect(list.headers.link).toBeUndefined()
  })

  test('call 1: a page with a limit has that many rows, and a link to the next', async () => {
    const sizes = []
    const names = []
    for (let link = `${project.id}/insights/?limit=100`; link !== ''; ) {
      const list = await table('GET', link)
      sizes.push(list.rows.length)
      names.push(...column(list, 'name'))
      link = /^<(http:[^>]+)>; rel="next"$/.exec(String(list.headers.link ?? ''))?.[1] ?? ''
    }
    expect(sizes).toEqual([100, 100, 50])
    expect(names).toEqual([...all(250)])
  })

  test('a list with an offset begins there', async () => {
    const list = await table('GET', `${project.id}/insights/?offset=240`)
    expect(column(list, 'name')).toEqual([...all(250)].slice(240))
  })

  test.each([
    ['persons by offset', 'persons/?', 'distinct_ids', 1_050],
    ['call 23: groups by cursor', 'groups/?group_type_index=0&', 'group_key', 250],
    ['events by cursor', 'events/?', 'distinct_id', 1_050],
  ])('%s, each once', async (_, path, name, count) => {
    const cells = column(await table('GET', `${project.id}/${path}`), name)
    expect(cells).toHaveLength(count)
    expect(new Set(cells.map((cell) => cell?.replace(/^\["(.*)"\]$/, '$1')))).toEqual(all(count))
  })
})

describe('the token of a shared insight in place of a key, calls 1 and 4', () => {
  const withoutKey = async (path: string) => {
    const { statusCode, headers, payload } = await server.app.server.inject(`/api/projects/${path}`)
    return { status: statusCode, type: headers['content-type'], headers, text: payload }
  }
  let token = ''
  beforeAll(async () => {
    const sharing = `/api/projects/1/insights/${insightId}/sharing/`
    token = (await server.request('PATCH', sharing, { enabled: true })).body.access_token
  })

  test('opens the same table', async () => {
    const search = `?format=csv&sharing_access_token=${token}`
    const { status, headers, text } = await withoutKey(`1/insights/${insightId}/${search}`)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="projects-1-insights-${insightId}.csv"`,
    })
    expect(text).toBe((await csv('GET', `1/insights/${insightId}/`)).text)
    expect(text).toContain('signed up')
  })

  test.each([
    ['', 1],
    ['&limit=1', 1],
    ['&offset=1', 0],
    ['&short_id=other', 0],
  ])('is a list of that insight alone, without people: %s', async (search, count) => {
    const list = await withoutKey(`1/insights/?format=csv&sharing_access_token=${token}${search}`)
    expect([list.status, list.type, list.headers.link]).toEqual([200, 'text/csv; charset=utf-8', undefined])
    const [columns = [], ...rows] = parseCsv(list.text)
    expect(columns).toEqual((await table('GET', '1/insights/')).columns)
    expect(column({ columns, rows }, 'id')).toEqual(Array(count).fill(String(insightId)))
    expect(column({ columns, rows }, 'created_by.email')).toEqual(Array(count).fill(''))
  })

  test.each(['1/insights/0/', '1/insights/', '2/insights/'])('errors are JSON: %s', async (path) => {
    const wrong = await withoutKey(`${path}?format=csv&sharing_access_token=${token}x`)
    expect([wrong.status, wrong.type]).toEqual([404, expect.stringMatching(/^application\/json/)])
  })

  test.each(['', 'ID/'])('another format is refused: insights/%s', async (place) => {
    const path = `1/insights/${place.replace('ID', String(insightId))}`
    const wrong = await withoutKey(`${path}?format=xml&sharing_access_token=${token}`)
    expect([wrong.status, JSON.parse(wrong.text).attr]).toEqual([400, 'format'])
  })
})

describe('errors stay JSON', () => {
  test.each([
    ['GET', '1/insights/987654/', undefined, 404],
    ['GET', '987654/insights/', undefined, 404],
    ['GET', '1/insights/?limit=x', undefined, 400],
    ['POST', '1/insights/trend/', {}, 400],
    ['POST', '1/insights/', { order: 'x' }, 400],
  ])('%s %s %j', async (method, path, body, status) => {
    const answer = await csv(method, path, body)
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      expect.stringMatching(/^application\/json/),
    ])
    expect(Object.keys(JSON.parse(answer.text))).toEqual(['type', 'code', 'detail', 'attr'])
    expect(answer.headers['content-disposition']).toBeUndefined()
  })

  test('call 6 has no body in any format', async () => {
    const { status, text } = await csv('DELETE', `1/insights/${insightId}/`)
    expect([status, text]).toEqual([405, ''])
  })
})
