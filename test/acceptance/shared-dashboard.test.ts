import { beforeAll, describe, expect, test } from 'vitest'
import { withoutLoader } from '../fixtures/shared-markup.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1/'
const HOSTILE = `</script><script>alert(1)</script><img src=x onerror='alert(2)'>`

beforeAll(() =>
  server.capture([
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-11-19T10:00:00Z' },
    { event: 'visit', distinct_id: 'bob', timestamp: '2026-11-20T09:00:00Z', properties: { plan: 'pro' } },
    { event: 'pay', distinct_id: 'bob', timestamp: '2026-11-20T10:00:00Z', properties: { plan: 'pro' } },
  ]),
)

async function made(path: string, body: object) {
  const answer = await server.request('POST', `${PROJECT}${path}`, body)
  expect(answer.status).toBe(201)
  return answer.body
}
const series = (...events: string[]) => events.map((event) => ({ kind: 'EventsNode', event }))

/**
 * Makes a dashboard with a trend, a funnel, an insight that cannot be computed and a text, and enables its
 * link.
 */
async function shared(fields: object = {}) {
  const dateRange = { date_from: '-1d' }
  const trend = { kind: 'TrendsQuery', series: series('visit'), dateRange }
  const funnel = { kind: 'FunnelsQuery', series: series('visit', 'pay'), dateRange }
  const insights = [
    await made('insights/', { name: 'Visits', description: 'Of every day', query: trend }),
    await made('insights/', { name: HOSTILE, query: funnel }),
    await made('insights/', { name: 'Broken', query: { kind: 'HogQLQuery', query: 'select nothing' } }),
  ]
  const tiles = [
    ...insights.map(({ id }) => ({ insight: { id } })),
    { text: { body: `# Notes\n${HOSTILE}` }, layouts: {} },
  ]
  const dashboard = await made('dashboards/', {
    name: 'Growth',
    description: 'Weekly',
    tags: ['team'],
    tiles,
    ...fields,
  })
  const path = `${PROJECT}dashboards/${dashboard.id}/`
  const { body } = await server.request('PATCH', `${path}sharing/`, { enabled: true })
  return { id: dashboard.id, path, token: body.access_token as string, insights }
}
const get = (url: string) => server.app.server.inject({ url })
const visible = (page: string) => page.replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/g, '')

describe('the page', () => {
  test('has every tile, and needs neither scripts nor requests', async () => {
    const { token } = await shared()
    const { statusCode, headers, body: whole } = await get(`/shared/${token}`)
    const body = withoutLoader(whole)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).not.toMatch(/<[^>]*\b(?:src|srcset|action|on[a-z]+)=/)
    expect(body.match(/<script/g)).toHaveLength(1)
    const page = visible(body)
    expect(page).toContain('<h1 dir="auto">Growth</h1>')
    for (const text of [
      'Weekly',
      'team',
      '<h2 dir="auto">Visits</h2>',
      'Of every day',
      '# Notes',
      '<svg',
      'Broken',
    ])
      expect(page).toContain(text)
    expect(page.match(/<section/g)?.length).toBeGreaterThanOrEqual(4)
    expect(page).not.toContain('<img')
    expect(page).toContain(`href="/shared/${token}.json"`)
  })

  test('is embedded without header and footer', async () => {
    const { token } = await shared()
    const { headers, body } = await get(`/embedded/${token}`)
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect(visible(body)).not.toContain('Growth</h1>')
    expect(visible(body)).toContain('<svg')
  })

  test('has the filters of the dashboard', async () => {
    const filters = { properties: [{ key: 'plan', value: 'pro', type: 'event' }] }
    const { token } = await shared({ filters })
    const { tiles } = (await get(`/shared/${token}.json`)).json()
    expect(tiles[0].insight.results[0].data).toEqual([0, 1])
  })
})

describe('the body', () => {
  test('has results and nothing else of the project', async () => {
    const { id, token, path } = await shared()
    const body = (await get(`/shared/${token}.json`)).json()
    expect(body).toMatchObject({
      id,
      name: 'Growth',
      is_shared: true,
      created_by: null,
      effective_privilege_level: 21,
    })
    const [trend, funnel, broken, text] = body.tiles
    expect(trend.insight.results[0].data).toEqual([1, 1])
    expect(funnel.insight.results.map(({ count }: { count: number }) => count)).toEqual([2, 1])
    expect(broken.insight.results).toBeNull()
    expect(text.text).toMatchObject({ body: expect.stringContaining('# Notes'), created_by: null })
    for (const { insight } of [trend, funnel, broken])
      expect(insight).toMatchObject({
        created_by: null,
        last_modified_by: null,
        dashboards: [],
        dashboard_tiles: [],
      })
    expect(JSON.stringify(body)).not.toMatch(/persons\/|admin@/)
    const read = await get(`${path}?sharing_access_token=${token}`)
    expect(read.json().tiles.map(({ id: tile }: { id: number }) => tile)).toEqual(
      body.tiles.map(({ id: tile }: { id: number }) => tile),
    )
    expect(read.headers['cache-control']).toBe('no-store')
  })

  test.each([
    'filters_override={}',
    'variables_override={}',
    'filters_override=%7B%22date_from%22%3A%22-7d%22%7D',
    'limit=1',
  ])('with %s is refused', async (parameter) => {
    const { path, token } = await shared()
    const answer = await get(`${path}?sharing_access_token=${token}&${parameter}`)
    expect([answer.statusCode, answer.json().attr]).toEqual([400, parameter.split('=')[0]])
  })
})

describe('the table of a tile', () => {
  test('is CSV; a dashboard alone, a text and a failure have none', async () => {
    const { token } = await shared()
    const [trend, , broken, text] = (await get(`/shared/${token}.json`)).json().tiles
    const csv = (query: string) => get(`/shared/${token}.csv${query}`)
    const { statusCode, body } = await csv(`?tile=${trend.id}`)
    expect([statusCode, body.split('\r\n')[0]]).toEqual([200, 'series,19-Nov-2026,20-Nov-2026'])
    const refused = async (query: string) => {
      const answer = await csv(query)
      return [answer.statusCode, answer.json().code, answer.json().attr]
    }
    expect(await refused('')).toEqual([400, 'required', 'tile'])
    expect(await refused(`?tile=${text.id}`)).toEqual([404, 'not_found', null])
    expect(await refused(`?tile=${broken.id}`)).toEqual([503, 'no_result', null])
  })
})

describe('the token', () => {
  test('reads its dashboard, and no insight, no list and no other dashboard', async () => {
    const { id, path, token, insights } = await shared()
    const { path: other } = await shared()
    const asked = `?sharing_access_token=${token}`
    const statusOf = async (url: string) => (await get(url)).statusCode
    expect(await statusOf(path + asked)).toBe(200)
    expect(await statusOf(`${other}${asked}`)).toBe(404)
    expect(await statusOf(`/api/projects/2/dashboards/${id}/${asked}`)).toBe(404)
    expect(await statusOf(`${PROJECT}insights/${insights[0].id}/${asked}`)).toBe(404)
    expect(await statusOf(`${PROJECT}insights/${asked}`)).toBe(404)
    expect(await statusOf(`${PROJECT}dashboards/${asked}`)).toBe(401)
    expect(await statusOf(`${path}sharing/${asked}`)).toBe(401)
    const change = await server.app.server.inject({
      method: 'PATCH',
      url: path + asked,
      payload: { name: 'Mine' },
    })
    expect(change.statusCode).toBe(401)
  })

  test('ends with the link, with its replacement and with the dashboard', async () => {
    const { path, token } = await shared()
    const works = async (one: string) => (await get(`/shared/${one}.json`)).statusCode === 200
    expect((await server.request('GET', path)).body.is_shared).toBe(true)
    const { body } = await server.request('POST', `${path}sharing/refresh/`)
    expect([await works(token), await works(body.access_token)]).toEqual([false, true])
    await server.request('PATCH', `${path}sharing/`, { enabled: false })
    expect(await works(body.access_token)).toBe(false)
    expect((await server.request('GET', path)).body.is_shared).toBe(false)
    await server.request('PATCH', `${path}sharing/`, { enabled: true })
    expect(await works(body.access_token)).toBe(true)
    await server.request('PATCH', path, { deleted: true })
    expect(await works(body.access_token)).toBe(false)
    expect((await server.request('GET', `${path}sharing/`)).status).toBe(404)
  })

  test('is the same with every read, and when the link is enabled, off and on again', async () => {
    const { id } = await made('dashboards/', { name: 'Not shared' })
    const sharing = async () => (await server.request('GET', `${PROJECT}dashboards/${id}/sharing/`)).body
    const [one, other] = [await sharing(), await sharing()]
    expect(one).toEqual({
      ...{ created_at: null, enabled: false, may_change_dates: false },
      access_token: expect.any(String),
    })
    expect(other).toEqual(one)
    for (const enabled of [true, false, true]) {
      const { body } = await server.request('PATCH', `${PROJECT}dashboards/${id}/sharing/`, { enabled })
      expect([body.enabled, body.access_token]).toEqual([enabled, one.access_token])
    }
  })
})
