import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { eventOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)
const NOON = server.nowMs
const MINUTE_MS = 60_000

describe('calls 11, 12, 21 and 22', () => {
  const question = { events: [{ id: 'visit' }, { id: 'pay', order: 1 }], date_from: '-1d' }
  const search = (rest: object = {}) =>
    new URLSearchParams({ events: JSON.stringify(question.events), date_from: '-1d', ...rest })

  test.each([
    ['trend', 'TRENDS'],
    ['funnel', 'FUNNELS'],
  ])('GET %s answers as an Insight that echoes its question', async (kind, insight) => {
    await insights.capture(eventOf('visit'), eventOf('pay'))
    const get = (rest: object = {}) =>
      server.request('GET', `${insights.path}${kind}/?${search({ personal_api_key: 'y', ...rest })}`)
    const { status, body } = await get({ properties: '[{"key":"a","operator":"is_not_set"}]' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: null,
      short_id: null,
      name: null,
      created_by: null,
      dashboards: [],
      tags: [],
      results: [{ count: 1 }, { count: 1 }],
      is_cached: 'false',
      timezone: 'UTC',
      last_refresh: new Date(NOON).toISOString(),
      next_allowed_client_refresh: new Date(NOON + 3 * MINUTE_MS).toISOString(),
    })
    expect(JSON.parse(body.result)).toEqual(body.results)
    expect(body.filters).toEqual({
      insight,
      ...question,
      properties: [{ key: 'a', operator: 'is_not_set' }],
    })
    const { body: saved } = await server.request('POST', insights.path, { filters: body.filters })
    expect((await insights.read(saved.id, '?refresh=true')).body.results).toEqual(body.results)

    const posted = await server.request('POST', `${insights.path}${kind}/`, question)
    const { body: plain } = await get()
    const withoutOrder = ({ order: _, ...item }: { order: unknown }) => item
    expect(plain.results.map(withoutOrder)).toEqual(posted.body.result.map(withoutOrder))
    expect([posted.body.is_cached, plain.is_cached]).toEqual([false, 'true'])
  })

  test.each([
    ['trend', { refresh: true }, false],
    ['trend', { refresh: 'force_blocking' }, false],
    ['funnel', { refresh: 'blocking' }, false],
    ['trend', { refresh: 'lazy_async' }, true],
    ['funnel', { refresh: 'async' }, true],
    ['trend', { refresh: 'async_except_on_cache_miss' }, true],
    ['funnel', {}, false],
    ['funnel', { refresh: false }, false],
    ['trend', { refresh: null }, false],
  ])('POST %s with %j always has a result, cached or computed', async (kind, refresh, isStaleGood) => {
    const ask = async () =>
      (await server.request('POST', `${insights.path}${kind}/`, { ...question, ...refresh })).body
    expect(await ask()).toMatchObject({ is_cached: false, result: [{ count: 0 }, { count: 0 }] })
    await insights.capture(eventOf('visit'), eventOf('pay'))
    const count = isStaleGood ? 0 : 1
    expect(await ask()).toMatchObject({ is_cached: isStaleGood, result: [{ count }, { count }] })
  })

  const UNKNOWN_REFRESH = {
    code: 'unknown_refresh',
    detail: expect.stringContaining('There is no refresh "whatever"'),
    attr: 'refresh',
  }
  const ofRefresh = ({ warnings = [] }: { warnings?: { attr: string }[] }) =>
    warnings.filter(({ attr }) => attr === 'refresh')

  test.each(['trend', 'funnel'])(
    'POST %s with an unknown refresh computes nothing, and says so',
    async (kind) => {
      const ask = async (refresh: unknown) =>
        (await server.request('POST', `${insights.path}${kind}/`, { ...question, refresh })).body
      const nothing = await ask('whatever')
      expect(nothing).toMatchObject({ is_cached: false, last_refresh: null, timezone: 'UTC', result: [] })
      await insights.capture(eventOf('visit'), eventOf('pay'))
      await ask(true)
      await insights.capture(eventOf('visit'), eventOf('pay'))
      const cached = await ask('whatever')
      expect(cached).toMatchObject({ is_cached: true, result: [{ count: 1 }, { count: 1 }] })
      for (const body of [nothing, cached]) expect(ofRefresh(body)).toEqual([UNKNOWN_REFRESH])
      const { warnings, ...known } = cached
      expect([warnings, await ask('force_cache')]).toEqual([[UNKNOWN_REFRESH], known])
    },
  )

  test.each(['trend', 'funnel'])(
    'GET %s with an unknown refresh computes nothing, and says so',
    async (kind) => {
      const get = async (refresh: string) =>
        (await server.request('GET', `${insights.path}${kind}/?${search({ refresh })}`)).body
      const nothing = { results: null, result: null, is_cached: 'false', last_refresh: null }
      for (const refresh of ['whatever', '2', '@self', 'force_cache']) {
        const body = await get(refresh)
        expect([body, ofRefresh(body).length]).toMatchObject([nothing, refresh === 'force_cache' ? 0 : 1])
      }
      expect(await get('')).toMatchObject({ results: [{}, {}] })
      expect(await get('whatever')).toMatchObject({ results: [{}, {}], is_cached: 'true' })
    },
  )

  test('calls that answer an Insight compute nothing with an unknown refresh, too', async () => {
    for (const kind of ['retention', 'path']) {
      const { body } = await server.request('POST', `${insights.path}${kind}/?refresh=whatever`, {})
      expect(body).toMatchObject({
        results: null,
        is_cached: 'false',
        warnings: expect.arrayContaining([UNKNOWN_REFRESH]),
      })
    }
  })

  test('a field of the body wins over the query string', async () => {
    await server.request('POST', `${insights.path}trend/`, question)
    const path = `${insights.path}trend/?refresh=force_blocking`
    expect((await server.request('POST', path, question)).body.is_cached).toBe(false)
    expect((await server.request('POST', path, { ...question, refresh: 'true' })).body.is_cached).toBe(true)
  })

  test('GET trend in the background', async () => {
    await insights.capture(eventOf('visit'))
    const get = async () =>
      (await server.request('GET', `${insights.path}trend/?${search({ refresh: 'async' })}`)).body
    const first = await get()
    expect(first.results).toBeNull()
    const job = JSON.parse(first.query_status)
    expect(job).toMatchObject({ insight_id: null, complete: false })
    await insights.ended(job)
    expect(await get()).toMatchObject({ results: [{ count: 1 }, { count: 0 }], is_cached: 'true' })
  })
})
