import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PREVIEW = '/api/projects/1/cohorts/preview/'
const paid = (times: number) => ({
  type: 'behavioral',
  key: 'paid',
  event_type: 'events',
  value: 'performed_event_multiple',
  operator: 'gte',
  operator_value: times,
  time_value: 30,
  time_interval: 'day',
})
const PRO = { type: 'person', key: 'plan', operator: 'exact', value: 'pro' }
const both = (...values: unknown[]) => ({ properties: { type: 'AND', values } })

beforeAll(async () => {
  const at = (daysAgo: number) => new Date(server.nowMs - daysAgo * 86_400_000).toISOString()
  const event = (distinct_id: string, daysAgo: number, plan: string) => ({
    ...{ event: 'paid', distinct_id, timestamp: at(daysAgo) },
    properties: { $set: { plan } },
  })
  await server.capture([
    event('ada', 1, 'pro'),
    event('ada', 2, 'pro'),
    event('bob', 1, 'free'),
    event('cid', 40, 'pro'),
  ])
})

test.each([
  ['what they did', both(paid(1)), 2],
  ['what they did, and who they are', both(paid(1), PRO), 1],
  ['how often', both(paid(2)), 1],
  ['nothing', both(), 0],
])('of %s are as many persons as the saved cohort has', async (_, filters, count) => {
  const preview = await server.request('POST', PREVIEW, { filters })
  expect(preview).toMatchObject({ status: 200, body: { count } })
  expect(preview.body.results).toHaveLength(count)
  const { body: saved } = await server.request('POST', '/api/projects/1/cohorts/', { name: 'Saved', filters })
  expect(saved.count).toBe(count)
  const inSaved = both({ type: 'cohort', key: 'id', value: saved.id })
  expect((await server.request('POST', PREVIEW, { filters: inSaved })).body.count).toBe(count)
})

test('it is not saved, and a definition that cannot be computed is refused with its place', async () => {
  const before = (await server.request('GET', '/api/projects/1/cohorts/')).body.count
  const unknown = both({ type: 'cohort', key: 'id', value: 99_999 })
  const refused = await server.request('POST', PREVIEW, { filters: unknown })
  expect(refused).toMatchObject({ status: 400, body: { code: 'does_not_exist', attr: 'filters' } })
  expect((await server.request('POST', PREVIEW, { filters: both({ type: 'person' }) })).status).toBe(400)
  expect((await server.request('GET', '/api/projects/1/cohorts/')).body.count).toBe(before)
})
