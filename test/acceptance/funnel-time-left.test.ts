import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const at = (day: number) => `2026-11-${day}T10:00:00Z`
const FUNNEL = {
  kind: 'FunnelsQuery',
  series: ['visited', 'signed up', 'paid'].map((event) => ({ kind: 'EventsNode', event })),
  dateRange: { date_from: '2026-11-01' },
  funnelsFilter: { funnelWindowInterval: 3, funnelWindowIntervalUnit: 'day' },
}

const ask = async (funnelsFilter: object = {}) => {
  const query = { ...FUNNEL, funnelsFilter: { ...FUNNEL.funnelsFilter, ...funnelsFilter } }
  return (await server.request('POST', '/api/projects/1/query/', { query })).body.results
}

test('of those who dropped some still have time, and their list has them', async () => {
  server.nowMs = NOW_MS
  await server.capture([
    { event: 'visited', distinct_id: 'early', timestamp: at(10) },
    { event: 'visited', distinct_id: 'late', timestamp: at(19) },
    { event: 'visited', distinct_id: 'on the way', timestamp: at(19) },
    { event: 'signed up', distinct_id: 'on the way', timestamp: at(20) },
  ])
  const steps = await ask()
  expect(steps.map(({ open_count }: { open_count: unknown }) => open_count)).toEqual([null, 1, 1])
  const { body } = await server.request('GET', steps[1].open_people_url)
  expect(body.results[0].people.map(({ distinct_ids }: { distinct_ids: unknown }) => distinct_ids)).toEqual([
    ['late'],
  ])
  const strict = await ask({ funnelOrderType: 'strict' })
  expect(strict[1]).toMatchObject({ open_count: null, open_people_url: null })
})

test.each(['1', '2'])('window_open is refused for funnel_step %s', async (step) => {
  const [, { open_people_url: url }] = await ask()
  const refused = await server.request('GET', url.replace('funnel_step=-2', `funnel_step=${step}`))
  expect(refused).toMatchObject({ status: 400, body: { attr: 'window_open' } })
})
