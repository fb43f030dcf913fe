import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1'

const event = (name: string, distinctId: string, daysAgo: number, properties: object = {}) => ({
  event: name,
  distinct_id: distinctId,
  timestamp: new Date(server.nowMs - daysAgo * 86_400_000).toISOString(),
  properties,
})

beforeAll(async () => {
  await server.capture([
    ...['ada', 'bob', 'cid', 'dan'].map((id) => event('joined', id, 9, { $set: { name: id } })),
    event('paid', 'ada', 2, { amount: 5 }),
    event('$pageview', 'ada', 1, { $current_url: 'https://x.io/thanks', amount: 50 }),
    event('$pageview', 'bob', 1, { $current_url: 'https://x.io/thanks', amount: 20 }),
    event('$pageview', 'cid', 1, { $current_url: 'https://x.io/', amount: 30 }),
    event('paid', 'dan', 8),
  ])
})

const ask = async (method: string, path: string, body?: object) => {
  const answer = await server.request(method, `${PROJECT}/${path}`, body)
  expect([path, answer.status < 300, answer.body.detail]).toEqual([path, true, undefined])
  return answer.body
}
const refused = async (method: string, path: string, body: object) => {
  const answer = await server.request(method, `${PROJECT}/${path}`, body)
  expect(answer.status).toBe(400)
  return answer.body
}
const BOUGHT = [{ event: 'paid' }, { event: '$pageview', url: '/thanks' }]
const createAction = async (steps: readonly object[] = BOUGHT, name = 'Bought'): Promise<number> =>
  (await ask('POST', 'actions/', { name, steps })).id
const leaf = (definition: object) => ({ filters: { properties: { type: 'AND', values: [definition] } } })
const did = (action: number, more: object = {}) => ({
  type: 'behavioral',
  key: action,
  event_type: 'actions',
  value: 'performed_event',
  time_value: 7,
  time_interval: 'day',
  ...more,
})
const createCohort = async (definition: object, name = 'x'): Promise<number> =>
  (await ask('POST', 'cohorts/', { name, ...definition })).id
const inCohort = (id: number) => ({ type: 'cohort', key: 'id', value: id })
/** Returns the number of a cohort's persons who joined, and whether the answer was cached. */
async function joined(cohort: number): Promise<readonly [number, boolean]> {
  const { results, is_cached: isCached } = await ask('POST', 'query/', {
    query: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'joined', math: 'dau' }],
      dateRange: { date_from: '-30d' },
      properties: [inCohort(cohort)],
    },
  })
  return [results[0].data.reduce((sum: number, value: number) => sum + value, 0), isCached]
}
/** Returns the members from the list, after checking that the count and a filter give the same number. */
async function members(id: number): Promise<readonly string[]> {
  const { count } = await ask('GET', `cohorts/${id}/`)
  const page = await ask('GET', `cohorts/${id}/persons/`)
  const { result } = await ask('POST', 'insights/trend/', {
    events: [{ id: 'joined', math: 'dau' }],
    date_from: '-30d',
    properties: [inCohort(id)],
  })
  expect([page.count, page.results.length, result[0].count]).toEqual([count, count, count])
  return page.results.map(({ distinct_ids }: { distinct_ids: string[] }) => distinct_ids[0]).sort()
}

test.each<[string, (action: number) => object, readonly string[]]>([
  ['by id', (id) => leaf(did(id)), ['ada', 'bob']],
  ['negated', (id) => leaf(did(id, { negation: true })), ['cid', 'dan']],
  [
    'twice, by any of its steps',
    (id) => leaf(did(id, { value: 'performed_event_multiple', operator: 'exact', operator_value: 2 })),
    ['ada'],
  ],
  [
    'never',
    (id) => leaf(did(id, { value: 'performed_event_multiple', operator: 'exact', operator_value: 0 })),
    ['cid', 'dan'],
  ],
  ['for the first time', (id) => leaf(did(id, { value: 'performed_event_first_time' })), ['ada', 'bob']],
  [
    'beside filters of events',
    (id) => leaf(did(id, { event_filters: [{ key: 'amount', value: 10, operator: 'lt' }] })),
    ['ada'],
  ],
  ['in the older form', (id) => ({ groups: [{ action_id: id, days: 30 }] }), ['ada', 'bob', 'dan']],
  [
    'in the older form, counted',
    (id) => ({ groups: [{ action_id: `${id}`, days: 30, count: 2, count_operator: 'gte' }] }),
    ['ada'],
  ],
])('an action as a deed, %s: count, list and filter agree', async (_name, definition, expected) => {
  const id = await createCohort(definition(await createAction()))
  expect(await members(id)).toEqual(expected)
})

test('an action names a cohort in its filters: it is in the cohorts that count the action', async () => {
  const payers = await createCohort(leaf(did(await createAction([{ event: 'paid' }]), { time_value: 30 })))
  const viewed = await createAction([{ event: '$pageview', properties: [inCohort(payers)] }])
  const cohort = await createCohort(leaf(did(viewed)))
  expect(await members(cohort)).toEqual(['ada'])
})

test('a cohort that would depend on itself by an action is refused, from both sides', async () => {
  const action = await createAction([{ event: 'paid' }], 'Paid')
  const cohort = await createCohort(leaf(did(action)), 'Payers')
  const steps = [{ event: 'paid', properties: [inCohort(cohort)] }]
  const sentence = `A cohort cannot depend on itself: cohort "Payers" (${cohort}), which uses action "Paid" (${action}), which uses cohort "Payers" (${cohort}).`
  expect(await refused('PATCH', `actions/${action}/`, { steps })).toMatchObject({
    attr: 'steps',
    detail: sentence,
  })
  const late = await createCohort(leaf({ type: 'person', key: 'name', value: 'ada' }), 'Late')
  const ofLate = await createAction([{ event: 'paid', properties: [inCohort(late)] }], 'Of late')
  const { attr, detail } = await refused('PATCH', `cohorts/${late}/`, leaf(did(ofLate)))
  expect([attr, detail]).toEqual([
    'filters',
    `A cohort cannot depend on itself: cohort "Late" (${late}), which uses action "Of late" (${ofLate}), which uses cohort "Late" (${late}).`,
  ])
  expect(await members(cohort)).toEqual(['ada'])
})

test('an action that a cohort counts cannot be deleted; without it a cohort cannot be restored', async () => {
  const action = await createAction()
  const cohort = await createCohort(leaf(did(action)), 'Buyers')
  const { attr, detail } = await refused('PATCH', `actions/${action}/`, { deleted: true })
  expect([attr, detail]).toEqual([
    'deleted',
    `action "Bought" (${action}) is a condition of cohort "Buyers" (${cohort}): change or delete that cohort first.`,
  ])
  await ask('PATCH', `cohorts/${cohort}/`, { deleted: true })
  await ask('PATCH', `actions/${action}/`, { deleted: true })
  const { code } = await refused('PATCH', `cohorts/${cohort}/`, { deleted: false })
  expect(code).toBe('does_not_exist')
  await ask('PATCH', `actions/${action}/`, { deleted: false })
  await ask('PATCH', `cohorts/${cohort}/`, { deleted: false })
  expect(await members(cohort)).toEqual(['ada', 'bob'])
})

test('a changed action makes the results of its cohorts out of date, and no others', async () => {
  const action = await createAction()
  const cohort = await createCohort(leaf(did(action)))
  const other = await createCohort(leaf(did(await createAction([{ event: 'paid' }]))))
  expect([await joined(cohort), await joined(other)]).toEqual([
    [2, false],
    [1, false],
  ])
  expect([await joined(cohort), await joined(other)]).toEqual([
    [2, true],
    [1, true],
  ])
  await ask('PATCH', `actions/${action}/`, { steps: [{ event: '$pageview' }] })
  expect([await joined(cohort), await joined(other)]).toEqual([
    [3, false],
    [1, true],
  ])
  await server.capture([event('$pageview', 'dan', 0)])
  expect([await joined(cohort), await joined(other)]).toEqual([
    [4, false],
    [1, true],
  ])
  await ask('PATCH', `actions/${action}/`, { steps: [{ url: 'x.io' }] })
  expect(await joined(cohort)).toEqual([3, false])
  // A step without an event name reads events of every name.
  await server.capture([event('visited', 'dan', 0, { $current_url: 'https://x.io/' })])
  expect([await joined(cohort), await joined(other)]).toEqual([
    [4, false],
    [1, true],
  ])
})
