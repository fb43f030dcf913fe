import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { eventOf, trendOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)
const NOON = server.nowMs
const MINUTE_MS = 60_000
const NEVER_KEPT = null
const visitors = { insight: 'TRENDS', events: [{ id: 'visit', math: 'dau' }], date_from: '-1d' }

describe('a cached result of any age is fresh until data arrives that it counts', () => {
  test.each([
    ['another event', trendOf('visit'), [eventOf('pay')], true],
    ['its event', trendOf('visit'), [eventOf('visit')], false],
    [
      'its event, of before its range',
      trendOf('visit'),
      [{ ...eventOf('visit'), timestamp: '2020-01-01T00:00:00Z' }],
      false,
    ],
    ['any event, where all are counted', trendOf(null), [eventOf('pay')], false],
    [
      'one of several events',
      { ...trendOf('x'), events: [{ id: 'visit' }, { id: 'pay' }] },
      [eventOf('pay')],
      false,
    ],
    [
      'a step of a funnel',
      { insight: 'FUNNELS', events: [{ id: 'a' }, { id: 'b', order: 1 }] },
      [eventOf('b')],
      false,
    ],
  ])('%s', async (_name, filters, events, isFresh) => {
    const id = await insights.create(filters)
    await insights.read(id, '?refresh=true')
    server.nowMs += 11 * 60 * MINUTE_MS
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(true)
    await insights.capture(...events)
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(isFresh)
  })

  test('a new day is another range', async () => {
    const id = await insights.create(trendOf('visit'))
    await insights.read(id, '?refresh=true')
    server.nowMs += 12 * 60 * MINUTE_MS - 1
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(true)
    server.nowMs += 1
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(false)
  })

  test('a range that moves with the clock counts as the same for three minutes', async () => {
    const id = await insights.create({ ...trendOf('visit'), date_from: '-24h' })
    await insights.read(id, '?refresh=true')
    server.nowMs += 3 * MINUTE_MS - 1
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(true)
    server.nowMs += 1
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(false)
    await insights.capture(eventOf('visit'))
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(false)
  })

  test('an interval that ends is another result of the same range, in which it is whole', async () => {
    const id = await insights.create({
      ...{ insight: 'LIFECYCLE', events: [{ id: 'visit' }], interval: 'hour' },
      ...{ date_from: '2026-11-20T11:00', date_to: '2026-11-20T13:59:59' },
    })
    const shown = async () => {
      const { body, isCached } = await insights.read(id, '?refresh=true')
      return [isCached, body.results[0].incomplete_days]
    }
    const hours = ['2026-11-20 12:00:00', '2026-11-20 13:00:00']
    expect(await shown()).toEqual([false, hours])
    server.nowMs += 60 * MINUTE_MS - 1
    expect(await shown()).toEqual([true, hours])
    server.nowMs += 1
    expect(await shown()).toEqual([false, hours.slice(1)])
    server.nowMs += 60 * MINUTE_MS
    expect(await shown()).toEqual([false, []])
    server.nowMs += 365 * 24 * 60 * MINUTE_MS
    expect(await shown()).toEqual([true, []])
  })

  test.each([
    ['hours', { interval: 'hour' }, 3],
    ['7 days', { date_from: '-7d' }, 3],
    ['8 days', { date_from: '-8d' }, 15],
  ])('%s, %j: next_allowed_client_refresh is %i minutes later', async (_name, rest, minutes) => {
    const { body } = await insights.read(await insights.create(trendOf('visit', rest)), '?refresh=true')
    expect(body.last_refresh).toBe(new Date(NOON).toISOString())
    expect(body.next_allowed_client_refresh).toBe(new Date(NOON + minutes * MINUTE_MS).toISOString())
  })

  test('a merge makes the results that count persons out of date, and no others', async () => {
    await insights.capture(eventOf('visit', 'browser'), eventOf('visit', 'ada'))
    const [persons, events] = [await insights.create(visitors), await insights.create(trendOf('visit'))]
    expect([
      await insights.shown(persons, '?refresh=true'),
      await insights.shown(events, '?refresh=true'),
    ]).toEqual([
      [[2], false],
      [[2], false],
    ])
    await insights.capture({ ...eventOf('$identify'), properties: { $anon_distinct_id: 'browser' } })
    expect(await insights.shown(persons, '?refresh=true')).toEqual([[1], false])
    expect(await insights.shown(events, '?refresh=true')).toEqual([[2], true])
  })

  test('the deletion of a person makes all results stale: any of them may have its data', async () => {
    await insights.capture(eventOf('visit', 'bob'), eventOf('visit', 'ada'))
    const [persons, events] = [await insights.create(visitors), await insights.create(trendOf('visit'))]
    for (const id of [persons, events])
      expect(await insights.shown(id, '?refresh=true')).toEqual([[2], false])
    const list = await server.request('GET', `/api/projects/${insights.project.id}/persons/`)
    const [ada, bob] = list.body.results
    const path = (person: { id: string }) => `/api/projects/${insights.project.id}/persons/${person.id}/`
    await server.request('DELETE', path(ada))
    expect(await insights.shown(persons, '?refresh=true')).toEqual([[2], false])
    expect(await insights.shown(events, '?refresh=true')).toEqual([[2], false])
    await server.request('DELETE', `${path(bob)}?delete_events=true`)
    for (const id of [persons, events])
      expect(await insights.shown(id, '?refresh=true')).toEqual([[1], false])
  })

  test.each([
    ['time zone', { timezone: 'Asia/Tokyo' }, trendOf('visit'), false],
    [
      'test accounts, where they are left out',
      { test_account_filters: [] },
      trendOf('visit', { filter_test_accounts: true }),
      false,
    ],
    ['test accounts, where they are not', { test_account_filters: [] }, trendOf('visit'), true],
  ])('another %s is another question', async (_name, change, filters, isFresh) => {
    const before = { test_account_filters: [{ key: 'a', value: 'b', operator: 'exact' }] }
    await server.request('PATCH', `/api/projects/${insights.project.id}/`, before)
    const id = await insights.create(filters)
    await insights.read(id, '?refresh=true')
    await server.request('PATCH', `/api/projects/${insights.project.id}/`, change)
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(isFresh)
  })

  test('an earlier event that is counted makes a range of all begin earlier, and one of another name does not', async () => {
    await insights.capture(eventOf('visit'))
    const id = await insights.create(trendOf('visit', { date_from: 'all', interval: 'month' }))
    expect((await insights.read(id, '?refresh=true')).body.results[0].days).toHaveLength(1)
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(true)
    await insights.capture({ ...eventOf('pay'), timestamp: '2026-10-20T08:00:00Z' })
    expect((await insights.read(id, '?refresh=true')).isCached).toBe(true)
    await insights.capture({ ...eventOf('visit'), timestamp: '2026-10-20T08:00:00Z' })
    expect((await insights.read(id, '?refresh=true')).body.results[0].days).toHaveLength(2)
  })
})

test('one question has one cached result, for all users and in both languages', async () => {
  await insights.capture(eventOf('visit'))
  const ids = [await insights.create(trendOf('visit')), await insights.create(trendOf('visit'))]
  expect(await insights.shown(ids[0] ?? 0, '?refresh=true')).toEqual([[1], false])
  expect(await insights.shown(ids[1] ?? 0)).toEqual([NEVER_KEPT, false])
  expect(await insights.shown(ids[1] ?? 0, '?refresh=true')).toEqual([[1], true])
  const posted = await server.request('POST', `${insights.path}trend/`, trendOf('visit'))
  expect(posted.body).toMatchObject({ is_cached: true, result: [{ count: 1 }] })
  const { body: list } = await server.request('GET', insights.path)
  expect(list.results.map((one: { is_cached: string }) => one.is_cached)).toEqual(['true', 'true'])
})

test('the same question asked at the same time is computed once', async () => {
  await insights.capture(eventOf('visit'))
  const id = await insights.create(trendOf('visit'))
  const computed: string[] = []
  const { rows } = server.app.engine
  server.app.engine.rows = (query, options) => {
    computed.push(options.name)
    return rows(query, options)
  }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => insights.shown(id, '?refresh=force_blocking')),
  )
  server.app.engine.rows = rows
  expect(answers).toEqual(Array.from({ length: 5 }, () => [[1], false]))
  expect(computed.filter((name) => name === 'trends.values')).toEqual(['trends.values'])
})

test('after a restart results are still cached and fresh: the last merge counts as known', async () => {
  await insights.capture(eventOf('visit', 'browser'), eventOf('visit', 'ada'))
  await insights.capture({ ...eventOf('$identify'), properties: { $anon_distinct_id: 'browser' } })
  const [persons, events] = [await insights.create(visitors), await insights.create(trendOf('visit'))]
  await insights.read(persons, '?refresh=true')
  await insights.read(events, '?refresh=true')
  await server.restart()
  expect(await insights.shown(persons)).toEqual([[1], true])
  for (const id of [persons, events]) expect((await insights.read(id, '?refresh=true')).isCached).toBe(true)
  await insights.capture(eventOf('visit'))
  expect(await insights.shown(events, '?refresh=true')).toEqual([[3], false])
})
