import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp({ THROUGHLINE_QUERY_MEMORY_MIB: '64' })
const INSIGHTS = '/api/projects/1/insights/'
const DASHBOARDS = '/api/projects/1/dashboards/'

const small = { insight: 'TRENDS', events: [{ id: 'visit' }], date_from: '-1d' }
/** A question that takes more memory than a query may use. */
const large = {
  insight: 'TRENDS',
  events: Array.from({ length: 26 }, (_, order) => ({ id: 'visit', order })),
  interval: 'hour',
  date_from: '-9990h',
}

beforeAll(() => server.capture([{ event: 'visit', distinct_id: 'ada', timestamp: '2026-11-20T10:00:00Z' }]))
const create = async (path: string, body: object) => (await server.request('POST', path, body)).body.id

describe('a question that takes too much memory', () => {
  let board = 0
  let failing = 0
  beforeAll(async () => {
    board = await create(DASHBOARDS, { name: 'Board' })
    failing = await create(INSIGHTS, { name: 'large', filters: large, dashboards: [board] })
    await create(INSIGHTS, { name: 'small', filters: small, dashboards: [board] })
  })
  const shown = (insights: readonly { name: string; results: { count: number }[] | null }[]) =>
    insights.map(({ name, results }) => [name, results?.[0]?.count ?? null])

  test('is refused by itself with its reason', async () => {
    const { status, body } = await server.request('GET', `${INSIGHTS}${failing}/?refresh=blocking`)
    expect([status, body.code]).toEqual([503, 'query_memory_exceeded'])
    expect(body.detail).toBe(
      'The query needs more memory than it may use. Ask for less: a shorter range of dates, fewer series, or fewer values of a breakdown.',
    )
  })

  test('has no effect on the others of a list or a dashboard', async () => {
    const list = await server.request('GET', `${INSIGHTS}?refresh=force_blocking`)
    const dashboard = await server.request('GET', `${DASHBOARDS}${board}/?refresh=force_blocking`)
    expect([list.status, dashboard.status]).toEqual([200, 200])
    const both = [
      ['large', null],
      ['small', 1],
    ]
    expect(shown(list.body.results)).toEqual(both)
    expect(shown(dashboard.body.tiles.map(({ insight }: { insight: never }) => insight))).toEqual(both)
  })
})

describe('a shared question that fails', () => {
  let token = ''
  let id = 0
  const filters = { ...small, filter_test_accounts: true }
  /** With all of these patterns, every question that leaves out test accounts fails. */
  const TOO_DEAR = Array.from({ length: 5 }, (_, i) => `a.{58}${i}`)
  const leaveOut = (pattern: string | readonly string[]) =>
    server.request('PATCH', '/api/projects/1/', {
      test_account_filters: [{ key: '$host', value: pattern, operator: 'not_regex' }],
    })
  beforeAll(async () => {
    await leaveOut(TOO_DEAR)
    id = await create(INSIGHTS, { filters })
    const { body } = await server.request('PATCH', `${INSIGHTS}${id}/sharing`, { enabled: true })
    token = body.access_token
  })
  const counts = async () => {
    const read = async (path: string) => {
      const { status, body } = await server.request('GET', path, undefined, null)
      return [status, body.results?.[0].count ?? null]
    }
    return [
      await read(`/shared/${token}.json`),
      await read(`${INSIGHTS}${id}/?sharing_access_token=${token}`),
    ]
  }
  const EMPTY = [200, null]
  const ANSWERED = [200, 1]

  test('is not computed again for five minutes, at either address', async () => {
    expect(await counts()).toEqual([EMPTY, EMPTY])
    await leaveOut('localhost')
    server.nowMs += 5 * 60_000 - 1
    expect(await counts()).toEqual([EMPTY, EMPTY])
    server.nowMs += 1
    expect(await counts()).toEqual([ANSWERED, ANSWERED])
  })

  test('shows the result that a member has computed since, and computes a changed question', async () => {
    await leaveOut(TOO_DEAR)
    server.nowMs += 30 * 60_000
    expect(await counts()).toEqual([ANSWERED, ANSWERED])
    await leaveOut('localhost')
    await server.request('PATCH', `${INSIGHTS}${id}/`, { filters: { ...filters, date_from: '-2d' } })
    expect(await counts()).toEqual([ANSWERED, ANSWERED])
  })
})
