import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()
const NONE = '$$_posthog_breakdown_null_$$'

const visit = (id: string, time: string, properties: object) => ({
  event: 'visit',
  distinct_id: id,
  timestamp: `2026-11-${time}:00Z`,
  properties,
})

test('the first event of a group is in the cohorts of its person, and not the first of each cohort', async () => {
  const project = await server.newProject('Firsts')
  const $groups = { company: 'acme' }
  await server.capture(
    [visit('bob', '18T10:00', { $groups }), visit('ada', '19T10:00', { $groups, $set: { plan: 'pro' } })],
    project.token,
  )
  const path = `/api/projects/${project.id}`
  const payers = {
    name: 'Payers',
    filters: { properties: { type: 'AND', values: [{ key: 'plan', value: 'pro', type: 'person' }] } },
  }
  const { body: cohort } = await server.request('POST', `${path}/cohorts/`, payers)
  const query = {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'visit', math: 'first_matching_event_for_user' }],
    aggregation_group_type_index: 0,
    breakdownFilter: { breakdown: ['all', cohort.id], breakdown_type: 'cohort' },
    dateRange: { date_from: '-2d' },
  }
  const { body } = await server.request('POST', `${path}/query/`, { query })
  expect(body.results.map(({ data }: { data: number[] }) => data)).toEqual([
    [1, 0, 0],
    [0, 0, 0],
  ])
})

test('a value that no window of weekly_active contains has no row and takes none from another', async () => {
  const project = await server.newProject('Windows')
  await server.capture(
    [
      visit('ada', '05T10:00', { $browser: 'Firefox' }),
      visit('bob', '05T11:00', { $browser: 'Firefox' }),
      visit('ada', '18T10:00', { $browser: 'Chrome' }),
      visit('ada', '19T10:00', { $browser: 'Opera' }),
    ],
    project.token,
  )
  const asked = {
    events: [{ id: 'visit', math: 'weekly_active' }],
    breakdown: '$browser',
    breakdown_limit: 1,
    date_from: 'mStart',
  }
  for (const form of [{ interval: 'month' }, { display: 'ActionsTable' }]) {
    const path = `/api/projects/${project.id}/insights/trend/`
    const { body } = await server.request('POST', path, { ...asked, ...form })
    expect(body.result.map(({ label }: { label: string }) => label)).toEqual([
      'Chrome',
      'Other (i.e. all remaining values)',
    ])
  }
})

test('a value of any kind is the text that a filter has for it', async () => {
  const project = await server.newProject('Kinds')
  const scalars = ['pro', 12, 1.5, -7, 2 ** 52, true, false, '2026-11-19', '2026-11-19T08:00:00Z']
  const values = [...scalars, [1, 2], ['a', 1], [], { a: 1 }]
  const properties = [...values.map((kind) => ({ kind })), { kind: '' }, { kind: null }, {}]
  await server.capture(
    properties.map((one, i) => visit(`u${i}`, '20T10:00', one)),
    project.token,
  )
  const query = (parameters: object) => {
    const series = [{ kind: 'EventsNode', event: 'visit' }]
    return server.request('POST', `/api/projects/${project.id}/query/`, {
      query: { kind: 'TrendsQuery', series, dateRange: { date_from: '-1d' }, ...parameters },
    })
  }
  const countOf = async (value: string) => {
    const { body } = await query({ properties: [{ key: 'kind', value: [value], type: 'event' }] })
    return body.results[0].count
  }
  const { body } = await query({ breakdownFilter: { breakdown: 'kind' } })
  const texts = values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
  const rows: { breakdown_value: string; count: number }[] = body.results
  const counts = rows.map(({ breakdown_value: value, count }) => [value, count] as const)
  expect(new Map(counts)).toEqual(new Map([...texts.map((value) => [value, 1] as const), [NONE, 3]]))
  for (const value of texts) expect([value, await countOf(value)]).toEqual([value, 1])
})
