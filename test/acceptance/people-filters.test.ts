import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { eventOf, trendOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)

const set = (distinctId: string, properties: object) => ({
  ...eventOf('$set', distinctId),
  properties: { $set: properties },
})
const groupIdentify = (key: string, properties: object) => ({
  ...eventOf('$groupidentify', 'ada'),
  properties: { $group_type: 'company', $group_key: key, $group_set: properties },
})
const visitOf = (distinctId: string, company?: string) => ({
  ...eventOf('visit', distinctId),
  properties: company === undefined ? {} : { $groups: { company } },
})
const visitsWhere = (...properties: object[]) => trendOf('visit', { properties })
const funnelWhere = (...properties: object[]) => ({
  insight: 'FUNNELS',
  events: [{ id: 'visit' }, { id: 'pay', order: 1 }],
  date_from: '-1d',
  properties,
})
const paying = { key: 'plan', value: 'paid', type: 'person' }
const large = { key: 'size', operator: 'gt', value: 100, type: 'group', group_type_index: 0 }

describe('a filter on persons', () => {
  test('counts events by the properties that their persons have today', async () => {
    await insights.capture(visitOf('ada'), visitOf('bob'), visitOf('cid'), set('ada', { plan: 'paid' }))
    const [paid, others] = [
      await insights.create(visitsWhere(paying)),
      await insights.create(visitsWhere({ ...paying, operator: 'is_not' })),
    ]
    expect(await insights.shown(paid, '?refresh=true')).toEqual([[1], false])
    expect(await insights.shown(others, '?refresh=true')).toEqual([[2], false])
    await insights.capture(set('bob', { plan: 'paid' }))
    expect(await insights.shown(paid, '?refresh=true')).toEqual([[2], false])
    expect(await insights.shown(others, '?refresh=true')).toEqual([[1], false])
  })

  test('of a merged person finds its events from before the merge', async () => {
    const id = await insights.create(visitsWhere(paying))
    await insights.capture(visitOf('browser'), set('ada', { plan: 'paid' }))
    expect(await insights.shown(id, '?refresh=true')).toEqual([[0], false])
    await insights.capture({ ...eventOf('$identify', 'ada'), properties: { $anon_distinct_id: 'browser' } })
    expect(await insights.shown(id, '?refresh=true')).toEqual([[1], false])
  })

  test('holds in the steps of a funnel and in the test accounts of the project', async () => {
    await server.request('PATCH', `/api/projects/${insights.project.id}/`, {
      test_account_filters: [
        { key: 'email', value: '@example.com', operator: 'not_icontains', type: 'person' },
      ],
    })
    await insights.capture(
      ...['ada', 'bob', 'cid'].flatMap((id) => [visitOf(id), eventOf('pay', id)]),
      set('ada', { plan: 'paid', email: 'ada@example.com' }),
      set('bob', { plan: 'paid', email: 'bob@example.org' }),
    )
    const funnel = await insights.create(funnelWhere(paying))
    expect(await insights.shown(funnel, '?refresh=true')).toEqual([[2, 2], false])
    const external = await insights.create({ ...funnelWhere(paying), filter_test_accounts: true })
    expect(await insights.shown(external, '?refresh=true')).toEqual([[1, 1], false])
  })
})

describe('a filter on groups', () => {
  test('counts events by the properties that their groups have today', async () => {
    const id = await insights.create(visitsWhere(large))
    await insights.capture(visitOf('ada', 'acme'), visitOf('bob', 'umbrella'), visitOf('cid'))
    expect(await insights.shown(id, '?refresh=true')).toEqual([[0], false])
    await insights.capture(groupIdentify('acme', { size: 1_000 }))
    expect(await insights.shown(id, '?refresh=true')).toEqual([[1], false])
  })
})

describe('a changed property makes results out of date that read properties of its subject, and no others', () => {
  test.each<[string, object, readonly boolean[]]>([
    ['of a person', set('ada', { plan: 'free' }), [false, true, true]],
    ['of a group', groupIdentify('acme', { size: 5 }), [true, false, true]],
  ])('%s', async (_name, change, expected) => {
    await insights.capture(
      visitOf('ada', 'acme'),
      set('ada', { plan: 'paid' }),
      groupIdentify('acme', { size: 1 }),
    )
    const ids: number[] = []
    for (const filters of [visitsWhere(paying), visitsWhere(large), trendOf('visit')])
      ids.push(await insights.create(filters))
    for (const id of ids) await insights.read(id, '?refresh=true')
    await insights.capture(change)
    const kept: boolean[] = []
    for (const id of ids) kept.push((await insights.read(id, '?refresh=true')).isCached)
    expect(kept).toEqual(expected)
  })

  test('a relative date of a filter is another day on the next day', async () => {
    const since = { key: 'since', operator: 'is_date_after', value: '-1d', type: 'person' }
    const filters = {
      ...visitsWhere(since),
      date_from: '2020-01-01',
      date_to: '2030-01-01',
      interval: 'month',
    }
    const id = await insights.create(filters)
    await insights.capture(visitOf('ada'), set('ada', { since: new Date(server.nowMs).toISOString() }))
    expect((await insights.shown(id, '?refresh=true'))[1]).toBe(false)
    expect((await insights.shown(id, '?refresh=true'))[1]).toBe(true)
    server.nowMs += 3 * 86_400_000
    const [data, isCached] = await insights.shown(id, '?refresh=true')
    expect([Math.max(...(data ?? [])), isCached]).toEqual([0, false])
  })
})

// docs/semantics/filters.md, "A worked example".
test.each<[object, string[]]>([
  [{ key: 'plan', value: 'paid', type: 'person' }, ['ada']],
  [{ key: 'plan', value: 'paid', operator: 'is_not', type: 'person' }, ['bob', 'cid']],
  [{ key: 'seats', value: [10, 20], operator: 'between', type: 'person' }, ['bob']],
  [{ key: 'seats', operator: 'is_not_set', type: 'person' }, ['ada', 'cid']],
  [{ key: 'since', value: '2026-11-19', operator: 'is_date_exact', type: 'person' }, ['ada']],
  [{ key: 'since', value: '2026-11-19', operator: 'is_date_after', type: 'person' }, []],
  [{ key: 'size', value: 100, operator: 'gt', type: 'group', group_type_index: 0 }, ['ada']],
  [{ key: 'size', value: 250, operator: 'is_not', type: 'group', group_type_index: 0 }, ['bob', 'cid']],
])('%j counts the visits of %j', async (filter, expected) => {
  await server.request('PATCH', `/api/projects/${insights.project.id}/`, { timezone: 'Europe/Berlin' })
  const cid = visitOf('cid')
  await insights.capture(
    visitOf('ada', 'acme'),
    visitOf('bob'),
    { ...cid, properties: { $process_person_profile: false } },
    set('ada', { plan: 'paid', since: '2026-11-19' }),
    set('bob', { plan: 'free', seats: '12' }),
    groupIdentify('acme', { size: 250 }),
  )
  const query = `?event=visit&properties=${encodeURIComponent(JSON.stringify([filter]))}`
  const { body } = await server.request('GET', `/api/projects/${insights.project.id}/events/${query}`)
  expect(body.results.map((event: { distinct_id: string }) => event.distinct_id).sort()).toEqual(expected)
})

// docs/semantics/sessions.md, "A worked example".
test.each<[object, string[]]>([
  [{ key: '$session_duration', operator: 'gte', value: 1800 }, ['00:20']],
  [{ key: '$session_duration', operator: 'gt', value: 1800 }, []],
  [{ key: '$channel_type', value: 'Organic Search', operator: 'is_not' }, ['09:00', '10:00']],
  [{ key: '$is_bounce', value: 'true' }, ['09:00']],
])('of sessions, %j counts the events at %j', async (filter, expected) => {
  const at = (time: string, event: string, properties: object) => ({
    ...{ event, properties, distinct_id: 'ada' },
    timestamp: `2026-11-${time}:00Z`,
  })
  const viewOf = (session: string, url: string, domain: string) => ({
    $session_id: session,
    $current_url: url,
    $referring_domain: domain,
  })
  await insights.capture(
    at('19T23:50', '$pageview', viewOf('s1', 'https://example.com/pricing', 'www.google.com')),
    at('20T00:20', 'paid', { $session_id: 's1' }),
    at('20T09:00', '$pageview', viewOf('s2', 'https://example.com/', '$direct')),
    at('20T10:00', 'paid', {}),
  )
  const properties = encodeURIComponent(JSON.stringify([{ ...filter, type: 'session' }]))
  const query = `?after=2026-11-20&properties=${properties}`
  const { body } = await server.request('GET', `/api/projects/${insights.project.id}/events/${query}`)
  const times = body.results.map((event: { timestamp: string }) => event.timestamp.slice(11, 16))
  expect(times.sort()).toEqual(expected)
})
