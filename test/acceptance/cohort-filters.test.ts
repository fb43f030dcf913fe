import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1'

const at = (daysAgo: number) => new Date(server.nowMs - daysAgo * 86_400_000).toISOString()
const event = (name: string, distinctId: string, daysAgo: number, properties: object = {}) => ({
  event: name,
  distinct_id: distinctId,
  timestamp: at(daysAgo),
  properties,
})

beforeAll(async () => {
  await server.capture([
    ...['ada', 'bob', 'cid'].map((id) =>
      event('joined', id, 3, { $set: { plan: id === 'cid' ? 'free' : 'pro' } }),
    ),
    event('paid', 'ada', 2),
    event('paid', 'ada', 1),
    event('paid', 'cid', 1),
    event('joined', 'anonymous', 2, { $process_person_profile: false }),
    event('paid', 'anonymous', 1, { $process_person_profile: false }),
  ])
})

const leaf = (definition: object) => ({ filters: { properties: { type: 'AND', values: [definition] } } })
const pro = { type: 'person', key: 'plan', value: 'pro' }
const paid = {
  type: 'behavioral',
  key: 'paid',
  value: 'performed_event',
  time_value: 7,
  time_interval: 'day',
}
async function create(definition: object): Promise<number> {
  const { status, body } = await server.request('POST', `${PROJECT}/cohorts/`, { name: 'x', ...definition })
  expect([status, body.detail]).toEqual([201, undefined])
  return body.id
}
const inCohort = (id: number) => ({ type: 'cohort', key: 'id', value: id, operator: 'in' })
const notIn = (id: number) => ({ type: 'cohort', key: 'id', value: id, operator: 'not_in' })
async function answer(query: object) {
  const { status, body } = await server.request('POST', `${PROJECT}/query/`, { query })
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}
const trend = (event: string, math: string, ...properties: object[]) => ({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event, math }],
  properties,
})
const total = async (query: object) => {
  const { results } = await answer(query)
  return results[0].data.reduce((sum: number, value: number) => sum + value, 0)
}
const funnel = async (...properties: object[]) => {
  const series = ['joined', 'paid'].map((name) => ({ kind: 'EventsNode', event: name }))
  const { results } = await answer({ kind: 'FunnelsQuery', series, properties })
  return results.map(({ count }: { count: number }) => count)
}
async function countOf(id: number): Promise<number> {
  const { body } = await server.request('GET', `${PROJECT}/cohorts/${id}/`)
  const { body: page } = await server.request('GET', `${PROJECT}/cohorts/${id}/persons/`)
  expect([page.count, page.results.length]).toEqual([body.count, body.count])
  return body.count
}

test('a trend and a funnel of the persons in a cohort, and of all others', async () => {
  const pros = await create(leaf(pro))
  expect(await countOf(pros)).toBe(2)
  expect(await total(trend('joined', 'dau', inCohort(pros)))).toBe(2)
  // A distinct id without a person is in no cohort.
  expect(await total(trend('joined', 'dau', notIn(pros)))).toBe(2)
  expect(await total(trend('paid', 'total', inCohort(pros)))).toBe(2)
  expect(await funnel()).toEqual([4, 3])
  expect(await funnel(inCohort(pros))).toEqual([2, 1])
  expect(await funnel(notIn(pros))).toEqual([2, 2])
})

test('behaviour, cohorts of cohorts, and cohorts in filters of one series', async () => {
  const payers = await create(leaf(paid))
  expect(await countOf(payers)).toBe(2)
  expect(await funnel(inCohort(payers))).toEqual([2, 2])
  const idle = await create(leaf({ type: 'cohort', key: 'id', value: payers, negation: true }))
  expect(await countOf(idle)).toBe(1)
  expect(await total(trend('joined', 'total', inCohort(idle)))).toBe(1)
  const { results } = await answer({
    kind: 'TrendsQuery',
    series: [
      { kind: 'EventsNode', event: 'joined', properties: [inCohort(payers)] },
      { kind: 'EventsNode', event: 'joined', properties: [notIn(payers)] },
    ],
  })
  expect(results.map((one: { count: number }) => one.count)).toEqual([2, 2])
})

test('the flat form, and an unknown cohort, which nobody is in', async () => {
  const payers = await create(leaf(paid))
  const flat = async (...properties: object[]) => {
    const { body } = await server.request('POST', `${PROJECT}/insights/trend/`, {
      events: [{ id: 'joined', math: 'dau' }],
      properties,
    })
    return body.result[0].count
  }
  expect(await flat(inCohort(payers))).toBe(2)
  expect(await flat(inCohort(987654))).toBe(0)
  expect(await flat(notIn(987654))).toBe(4)
})

test('a cohort of another project has no members here', async () => {
  const other = await server.newProject()
  const { body } = await server.request('POST', `/api/projects/${other.id}/cohorts/`, {
    name: 'x',
    ...leaf(pro),
  })
  expect(await total(trend('joined', 'dau', inCohort(body.id)))).toBe(0)
  const { status } = await server.request(
    'POST',
    `${PROJECT}/cohorts/`,
    leaf({ type: 'cohort', key: 'id', value: body.id }),
  )
  expect(status).toBe(400)
})

test('a cached answer is out of date once a member, a definition or the day has changed, and not before', async () => {
  const staticId = await create({ is_static: true })
  const payers = await create(leaf({ ...paid, time_value: 1 }))
  const both = trend('joined', 'dau', { type: 'OR', values: [inCohort(staticId), inCohort(payers)] })
  const cached = async () => {
    const { results, is_cached: isCached } = await answer(both)
    return [results[0].data.reduce((sum: number, value: number) => sum + value, 0), isCached]
  }
  expect(await cached()).toEqual([2, false])
  expect(await cached()).toEqual([2, true])
  await server.capture([event('unrelated', 'ada', 0)])
  expect(await cached()).toEqual([2, true])
  await server.request('PATCH', `${PROJECT}/cohorts/${staticId}/add_persons_to_static_cohort/`, {
    distinct_ids: ['bob'],
  })
  expect(await cached()).toEqual([3, false])
  expect(await cached()).toEqual([3, true])
  await server.capture([event('joined', 'dan', 1), event('paid', 'dan', 0)])
  expect(await cached()).toEqual([4, false])
  await server.request('PATCH', `${PROJECT}/cohorts/${payers}/`, leaf(pro))
  expect(await cached()).toEqual([2, false])
  await server.request('PATCH', `${PROJECT}/cohorts/${payers}/`, leaf({ ...paid, time_value: 1 }))
  expect(await cached()).toEqual([4, false])
  // Two days later nobody has paid within the last day, so only the static cohort has members.
  server.nowMs += 2 * 86_400_000
  expect((await cached())[1]).toBe(false)
})
