import { beforeAll, describe, expect, test } from 'vitest'
import { SHARED_RANGES, sharedSearch } from '../../src/contract/shared-range.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1/'
const SERIES = [{ kind: 'EventsNode', event: 'visit' }]
const TREND = { kind: 'TrendsQuery', series: SERIES, dateRange: { date_from: '-1d' }, interval: 'day' }
const WEEK = '?date_from=-7d'

beforeAll(() =>
  server.capture([
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-11-20T09:00:00Z' },
    { event: 'visit', distinct_id: 'bob', timestamp: '2026-11-16T09:00:00Z' },
  ]),
)

const get = (url: string) => server.app.server.inject({ url })
const made = async (path: string, body: object) => (await server.request('POST', PROJECT + path, body)).body
const share = async (path: string, body: object = { enabled: true, may_change_dates: true }) =>
  (await server.request('PATCH', `${PROJECT}${path}/sharing/`, body)).body.access_token as string

async function sharedInsight(query: object = TREND, body?: object) {
  const { id } = await made('insights/', { name: 'Visits', query })
  return { path: `insights/${id}`, token: await share(`insights/${id}`, body) }
}
async function sharedDashboard() {
  const trend = await made('insights/', { name: 'Visits', query: TREND })
  const { id } = await made('dashboards/', { name: 'Growth', tiles: [{ insight: { id: trend.id } }] })
  return { path: `dashboards/${id}`, token: await share(`dashboards/${id}`) }
}
const countOf = async (token: string, search = '') =>
  (await get(`/shared/${token}.json${search}`)).json().results[0].count

describe('without the right to change dates', () => {
  test.each(['/shared/TOKEN.json', '/shared/TOKEN', '/embedded/TOKEN'])(
    '%s with dates is a 403',
    async (place) => {
      const { token } = await sharedInsight(TREND, { enabled: true })
      for (const search of [WEEK, '?date_to=-1dEnd', '?date_from=all']) {
        const { statusCode, body } = await get(place.replace('TOKEN', token) + search)
        expect([statusCode, body.includes('the dates that its owner chose')]).toEqual([403, true])
      }
      // Trackers add parameters to links that are passed on.
      expect((await get(`${place.replace('TOKEN', token)}?utm_source=mail`)).statusCode).toBe(200)
    },
  )

  test('the right can be taken back, and is not in a new link', async () => {
    const { path, token } = await sharedInsight()
    expect(await countOf(token, WEEK)).toBe(2)
    await share(path, { may_change_dates: false })
    expect((await get(`/shared/${token}.json${WEEK}`)).statusCode).toBe(403)
    const other = await sharedInsight(TREND, { enabled: true })
    const { body } = await server.request('GET', `${PROJECT}${other.path}/sharing/`)
    expect(body.may_change_dates).toBe(false)
  })
})

describe('with the right', () => {
  test('each range is answered, also that of a dashboard, and the saved question stays as it is', async () => {
    const { path, token } = await sharedInsight()
    for (const range of SHARED_RANGES) {
      const { statusCode, body } = await get(`/shared/${token}.json${sharedSearch(range)}`)
      expect([range.label, statusCode]).toEqual([range.label, 200])
      expect(JSON.parse(body).query.dateRange).toMatchObject({ date_from: range.date_from })
    }
    expect([await countOf(token), await countOf(token, WEEK)]).toEqual([1, 2])
    expect((await server.request('GET', `${PROJECT}${path}/`)).body.query.dateRange).toEqual({
      date_from: '-1d',
    })
    const dashboard = await sharedDashboard()
    const { tiles } = (await get(`/shared/${dashboard.token}.json${WEEK}`)).json()
    expect(tiles[0].insight.results[0].count).toBe(2)
  })

  test.each([
    'date_from=all',
    'date_from=-8d',
    'date_from=2020-01-01',
    'date_from=-7d&date_to=2030-01-01',
    'date_to=-1dEnd',
    'date_from=-7d&date_from=-30d',
    "date_from=-7d'%20OR%201=1",
  ])('%s is refused with a sentence and computes nothing', async (search) => {
    const { token } = await sharedInsight()
    const answer = await get(`/shared/${token}.json?${search}`)
    expect([answer.statusCode, answer.json().attr]).toEqual([400, search.split('=')[0]])
    const page = await get(`/shared/${token}?${search}`)
    expect([page.statusCode, page.body.includes('<script')]).toEqual([400, false])
  })

  test('a long text is refused with a short sentence', async () => {
    const { token } = await sharedInsight()
    const { statusCode, body } = await get(`/shared/${token}.json?date_from=${'-7d'.repeat(2_000)}`)
    expect([statusCode, body.length < 1_000]).toEqual([400, true])
  })

  test('nothing but the dates can be changed', async () => {
    const { token } = await sharedInsight({
      ...TREND,
      properties: [{ key: 'plan', value: 'pro', type: 'event' }],
    })
    const override = encodeURIComponent(JSON.stringify({ properties: [], date_from: '-7d' }))
    for (const search of [
      `&filters_override=${override}`,
      '&properties=[]',
      '&breakdown=email',
      '&refresh=force_blocking',
      '&interval=minute',
    ]) {
      const body = (await get(`/shared/${token}.json${WEEK}${search}`)).json()
      expect(body.results[0].count).toBe(0)
      expect(body.query.properties).toMatchObject([{ key: 'plan' }])
      expect(body.query.interval).toBe('day')
    }
  })

  test('nothing of the project and its people is in the answer', async () => {
    const { token } = await sharedInsight()
    for (const place of [`/shared/${token}.json${WEEK}`, `/shared/${token}${WEEK}`]) {
      const { body } = await get(place)
      expect(body).not.toMatch(/persons\/|admin@|\/api\/|ada|phc_/)
    }
  })

  test('a range is computed once in half an hour, however often it is asked for and whatever arrives', async () => {
    const { token } = await sharedInsight()
    const read = async () => (await get(`/shared/${token}.json?date_from=-30d`)).json()
    const first = await read()
    await server.capture([{ event: 'visit', distinct_id: 'cyd', timestamp: '2026-11-20T08:00:00Z' }])
    const again = await read()
    expect([again.results, again.is_cached]).toEqual([first.results, 'true'])
    server.nowMs += 31 * 60_000
    expect((await read()).results[0].count).toBe(first.results[0].count + 1)
  })

  test('the interval is that of the owner, or a longer one that keeps the points few', async () => {
    const minutes = await sharedInsight({ ...TREND, interval: 'minute' })
    const months = await sharedInsight({ ...TREND, interval: 'month' })
    const points = async (token: string, from: string) =>
      (await get(`/shared/${token}.json?date_from=${from}`)).json().results[0].data.length
    for (const { date_from } of SHARED_RANGES.filter(({ date_to }) => date_to === null))
      for (const { token } of [minutes, months])
        expect(await points(token, date_from)).toBeLessThanOrEqual(400)
    expect(await points(months.token, '-24h')).toBe(1)
    expect(await points((await sharedInsight()).token, '-24h')).toBe(2)
    expect(await points((await sharedInsight({ ...TREND, interval: 'week' })).token, '-30d')).toBe(5)
  })

  test('a lifecycle by the week is one by the week in a shorter range', async () => {
    const weekly = { kind: 'LifecycleQuery', series: SERIES, interval: 'week' }
    const { token } = await sharedInsight({ ...weekly, dateRange: { date_from: '-30d' } })
    const asked = { query: { ...weekly, dateRange: { date_from: '-7d' } } }
    const { body } = await server.request('POST', `${PROJECT}query/`, asked)
    const shared = (await get(`/shared/${token}.json${WEEK}`)).json()
    const told = (items: { data: number[]; days: string[] }[]) => items.map(({ data, days }) => [data, days])
    expect(told(shared.results)).toEqual(told(body.results))
    expect(shared.results[0].days).toEqual(['2026-11-08', '2026-11-15'])
  })

  test('ends with the link', async () => {
    const { path, token } = await sharedInsight()
    await share(path, { enabled: false })
    expect((await get(`/shared/${token}.json${WEEK}`)).statusCode).toBe(404)
  })
})

describe('the list of open links', () => {
  test('has those of the project alone, and needs its scope', async () => {
    const { id, key } = await server.newProject('Links').then(async (project) => ({
      id: project.id,
      key: await server.newKey(['insight:write']),
    }))
    const path = `/api/projects/${id}/`
    const insight = await server.request('POST', `${path}insights/`, { name: 'Mine', query: TREND })
    const dashboard = await server.request('POST', `${path}dashboards/`, { name: 'Board' })
    const off = await server.request('POST', `${path}insights/`, { name: 'Off', query: TREND })
    for (const place of [`insights/${insight.body.id}`, `dashboards/${dashboard.body.id}`])
      await server.request('PATCH', `${path}${place}/sharing/`, { enabled: true })
    await server.request('PATCH', `${path}insights/${off.body.id}/sharing/`, { enabled: false })
    const { body } = await server.request('GET', `${path}sharing/`)
    expect(body.count).toBe(2)
    expect(body.results.map(({ type, name }: Record<string, string>) => [type, name])).toEqual([
      ['dashboard', 'Board'],
      ['insight', 'Mine'],
    ])
    expect((await server.request('GET', `${path}sharing/`, undefined, key)).status).toBe(403)
    await server.request('PATCH', `${path}dashboards/${dashboard.body.id}/sharing/`, { enabled: false })
    await server.request('PATCH', `${path}insights/${insight.body.id}/`, { deleted: true })
    expect((await server.request('GET', `${path}sharing/`)).body.results).toEqual([])
  })
})
