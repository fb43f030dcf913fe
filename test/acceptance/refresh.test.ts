import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { eventOf, trendOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)
const MINUTE_MS = 60_000
const NEVER_KEPT = null

describe('call 4: refresh', () => {
  const NOTHING = [
    '',
    '?refresh=false',
    '?refresh=FALSE',
    '?refresh=0',
    '?refresh=no',
    '?refresh=force_cache',
  ]
  test.each([...NOTHING, '?refresh=whatever'])('%s computes nothing', async (query) => {
    const id = await insights.create(trendOf('visit'))
    expect(await insights.shown(id, query)).toEqual([NEVER_KEPT, false])
    await insights.capture(eventOf('visit'))
    await insights.read(id, '?refresh=true')
    await insights.capture(eventOf('visit'))
    expect(await insights.shown(id, query)).toEqual([[1], true])
  })

  test('an unknown value is named in warnings, of an insight with its result and without', async () => {
    const id = await insights.create(trendOf('visit'))
    await insights.capture(eventOf('visit'))
    const warning = { code: 'unknown_refresh', attr: 'refresh' }
    for (const results of [null, [{ count: 1 }]]) {
      const { body } = await insights.read(id, '?refresh=whatever')
      expect(body).toMatchObject({ results, warnings: [warning] })
      const list = await server.request('GET', `${insights.path}?refresh=whatever`)
      expect(list.body.results).toMatchObject([{ results, warnings: [warning] }])
      await insights.read(id, '?refresh=true')
    }
    expect((await insights.read(id, '?refresh=force_cache')).body).not.toHaveProperty('warnings')
  })

  test('an unknown value is named in the insights of a dashboard', async () => {
    const dashboards = `/api/projects/${insights.project.id}/dashboards/`
    const { body: dashboard } = await server.request('POST', dashboards, { name: 'A' })
    const filters = trendOf('visit')
    await server.request('POST', insights.path, { filters, dashboards: [dashboard.id] })
    const { body } = await server.request('GET', `${dashboards}${dashboard.id}/?refresh=whatever`)
    expect(body.tiles).toMatchObject([{ insight: { results: null, warnings: [{ attr: 'refresh' }] } }])
  })

  const BLOCKING = ['?refresh=true', '?refresh=True', '?refresh=1', '?refresh=yes', '?refresh=']
  test.each([...BLOCKING, '?refresh=blocking'])(
    '%s computes a result that is not fresh, and no other',
    async (query) => {
      const id = await insights.create(trendOf('visit'))
      await insights.capture(eventOf('visit'))
      expect(await insights.shown(id, query)).toEqual([[1], false])
      expect(await insights.shown(id, query)).toEqual([[1], true])
      await insights.capture(eventOf('visit'))
      expect(await insights.shown(id, query)).toEqual([[2], false])
    },
  )

  test('?refresh=force_blocking computes in any case', async () => {
    const id = await insights.create(trendOf('visit'))
    for (let i = 0; i < 2; i++)
      expect(await insights.shown(id, '?refresh=force_blocking')).toEqual([[0], false])
  })

  test.each(['async', 'lazy_async', 'force_async'])(
    '?refresh=%s responds at once and computes in the background',
    async (refresh) => {
      const id = await insights.create(trendOf('visit'))
      await insights.capture(eventOf('visit'))
      const first = await insights.read(id, `?refresh=${refresh}`)
      expect(first.shown).toEqual([NEVER_KEPT, false])
      expect(first.job).toMatchObject({
        team_id: insights.project.id,
        insight_id: id,
        query_async: true,
        complete: false,
        error: false,
        end_time: null,
        results: null,
      })
      expect(await insights.ended(first.job)).toMatchObject({
        complete: true,
        error: false,
        results: [{ count: 1 }],
      })
      expect(await insights.shown(id)).toEqual([[1], true])
    },
  )

  test('the modes that compute in the background differ in the results that they accept', async () => {
    const id = await insights.create(trendOf('visit'))
    await insights.read(id, '?refresh=true')
    const startsFor = async (refresh: string) => (await insights.read(id, `?refresh=${refresh}`)).job !== null
    expect([await startsFor('async'), await startsFor('lazy_async')]).toEqual([false, false])
    expect(await startsFor('async_except_on_cache_miss')).toBe(false)
    const forced = await insights.read(id, '?refresh=force_async')
    await insights.ended(forced.job)

    await insights.capture(eventOf('visit'))
    expect(await startsFor('lazy_async')).toBe(false)
    const stale = await insights.read(id, '?refresh=async')
    expect(stale.shown).toEqual([[0], true])
    await insights.ended(stale.job)
    expect(await insights.shown(id)).toEqual([[1], true])

    await insights.capture(eventOf('visit'))
    server.nowMs += 25 * 60 * MINUTE_MS
    const old = await insights.read(id, '?refresh=lazy_async')
    await insights.ended(old.job)
  })

  test('?refresh=async_except_on_cache_miss waits only without a cached result', async () => {
    const id = await insights.create(trendOf('visit'))
    expect(await insights.shown(id, '?refresh=async_except_on_cache_miss')).toEqual([[0], false])
    await insights.capture(eventOf('visit'))
    const stale = await insights.read(id, '?refresh=async_except_on_cache_miss')
    expect(stale.shown).toEqual([[0], true])
    await insights.ended(stale.job)
  })

  test('the status of a failed computation in the background has its error, and expires after ten minutes', async () => {
    const id = await insights.create({
      ...trendOf('visit'),
      properties: [{ key: 'a', value: [1, 2, 3, 4, 5].map((i) => `a.{58}${i}`), operator: 'regex' }],
    })
    await insights.capture({ ...eventOf('visit'), properties: { a: 'b' } })
    const { job } = await insights.read(id, '?refresh=async')
    expect(await insights.ended(job)).toMatchObject({
      error: true,
      error_message: expect.stringContaining('patterns'),
    })
    server.nowMs += 10 * MINUTE_MS
    const path = `/api/projects/${insights.project.id}/query/${job.id}/`
    expect((await server.request('GET', path)).status).toBe(404)
  })

  test('a result of one project is not found in another', async () => {
    const { job } = await insights.read(await insights.create(trendOf('visit')), '?refresh=async')
    expect((await server.request('GET', `/api/projects/1/query/${job.id}/`)).status).toBe(404)
    await insights.ended(job)
  })
})

describe('call 4: from_dashboard', () => {
  test('is computed with the filters of the dashboard, and has a cached result of its own there', async () => {
    await insights.capture(eventOf('visit'), { ...eventOf('visit'), timestamp: '2026-11-15T08:00:00Z' })
    const dashboards = `/api/projects/${insights.project.id}/dashboards/`
    const { body: dashboard } = await server.request('POST', dashboards, {
      name: 'A',
      filters: { date_from: '-7d' },
    })
    const { body: insight } = await server.request('POST', insights.path, {
      filters: trendOf('visit'),
      dashboards: [dashboard.id],
    })
    const tile = { id: insight.dashboard_tiles[0].id, color: 'blue', layouts: { sm: { x: 1 } } }
    await server.request('PATCH', `${dashboards}${dashboard.id}/`, { tiles: [tile] })
    const there = `?from_dashboard=${dashboard.id}`
    expect(await insights.shown(insight.id, '?refresh=true')).toEqual([[1], false])
    expect(await insights.shown(insight.id, there)).toEqual([NEVER_KEPT, false])
    expect(await insights.shown(insight.id, `${there}&refresh=true`)).toEqual([[2], false])
    expect([await insights.shown(insight.id), await insights.shown(insight.id, there)]).toEqual([
      [[1], true],
      [[2], true],
    ])
    const { body } = await insights.read(insight.id, there)
    expect(body).toMatchObject({ color: 'blue', layouts: { sm: { x: 1 } }, filters: { date_from: '-7d' } })
    expect((await insights.read(insight.id)).body).not.toHaveProperty('color')
    const { body: whole } = await server.request('GET', `${dashboards}${dashboard.id}/`)
    expect(whole.tiles[0].insight.results).toEqual(body.results)

    await server.request('PATCH', `${dashboards}${dashboard.id}/`, { filters: { date_from: '-2d' } })
    expect(await insights.shown(insight.id, there)).toEqual([NEVER_KEPT, false])
    expect(await insights.shown(insight.id, `${there}&refresh=true`)).toEqual([[1], false])
    await server.request('PATCH', `${insights.path}${insight.id}/`, { filters: trendOf('pay') })
    expect(await insights.shown(insight.id, there)).toEqual([NEVER_KEPT, false])
  })

  test('has its own result with a dashboard that does not show it', async () => {
    const id = await insights.create(trendOf('visit'))
    const { body } = await insights.read(id, '?from_dashboard=987654&refresh=true')
    expect(body).toMatchObject({ results: [{ count: 0 }], filters: trendOf('visit') })
    expect(body).not.toHaveProperty('color')
  })
})
