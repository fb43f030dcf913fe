import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const COHORTS = '/api/projects/1/cohorts/'

const at = (daysAgo: number) => new Date(server.nowMs - daysAgo * 86_400_000).toISOString()
const paid = (distinctId: string, daysAgo: number, amount = 5) => ({
  event: 'paid',
  distinct_id: distinctId,
  timestamp: at(daysAgo),
  properties: { amount },
})
const person = (distinctId: string, set: object) => ({
  event: 'joined',
  distinct_id: distinctId,
  timestamp: at(60),
  properties: { $set: set },
})

beforeAll(async () => {
  await server.capture([
    person('ada', { plan: 'pro', email: 'ada@example.com' }),
    person('bob', { plan: 'free' }),
    person('cid', { plan: 'pro' }),
    person('dan', {}),
    paid('ada', 1),
    paid('ada', 3),
    paid('bob', 20, 50),
    paid('cid', 50),
    // The event has no person, and so belongs to no cohort.
    { ...paid('anonymous-1', 1), properties: { $process_person_profile: false } },
  ])
})

const create = async (body: object) => {
  const { status, body: cohort } = await server.request('POST', COHORTS, body)
  expect([status, cohort.detail]).toEqual([201, undefined])
  return cohort
}
async function namesIn(id: number): Promise<string[]> {
  const { status, body } = await server.request('GET', `${COHORTS}${id}/persons/`)
  expect([status, body.detail]).toEqual([200, undefined])
  expect(body.count).toBe(body.results.length)
  return body.results.map(({ distinct_ids }: { distinct_ids: string[] }) => distinct_ids[0]).sort()
}
const leaves = (type: 'AND' | 'OR', ...values: object[]) => ({ filters: { properties: { type, values } } })
const pro = { type: 'person', key: 'plan', value: 'pro', operator: 'exact' }
const did = (more: object) => ({
  type: 'behavioral',
  key: 'paid',
  event_type: 'events',
  value: 'performed_event',
  time_value: 30,
  time_interval: 'day',
  ...more,
})

test.each<[string, object, string[]]>([
  ['a property', leaves('AND', pro), ['ada', 'cid']],
  ['the older form', { groups: [{ properties: [{ ...pro, type: undefined }] }] }, ['ada', 'cid']],
  [
    'the older form of behaviour',
    { groups: [{ event_id: 'paid', days: '30', count: 2, count_operator: 'gte' }] },
    ['ada'],
  ],
  [
    'any of the older groups',
    { groups: [{ properties: { plan: 'free' } }, { event_id: 'paid', days: 7 }] },
    ['ada', 'bob'],
  ],
  ['behaviour', leaves('AND', did({})), ['ada', 'bob']],
  [
    'behaviour with a filter',
    leaves('AND', did({ event_filters: [{ key: 'amount', value: 10, operator: 'gt' }] })),
    ['bob'],
  ],
  [
    'behaviour with an expression',
    leaves('AND', did({ event_filters: [{ type: 'hogql', key: 'properties.amount * 2 > 20' }] })),
    ['bob'],
  ],
  ['not done', leaves('AND', did({ negation: true })), ['cid', 'dan']],
  [
    'at most once leaves out persons who never did it',
    leaves('AND', did({ value: 'performed_event_multiple', operator: 'lte', operator_value: 1 })),
    ['bob'],
  ],
  [
    'exactly zero times',
    leaves('AND', did({ value: 'performed_event_multiple', operator: 'exact', operator_value: 0 })),
    ['cid', 'dan'],
  ],
  [
    'twice',
    leaves('AND', did({ value: 'performed_event_multiple', operator: 'gte', operator_value: '2' })),
    ['ada'],
  ],
  ['the first time', leaves('AND', did({ value: 'performed_event_first_time' })), ['ada', 'bob']],
  [
    'stopped',
    leaves('AND', did({ value: 'stopped_performing_event', seq_time_value: 1, seq_time_interval: 'week' })),
    ['bob'],
  ],
  ['a date', leaves('AND', did({ explicit_datetime: '-60d', explicit_datetime_to: '-10d' })), ['bob', 'cid']],
  [
    'in groups',
    {
      filters: {
        properties: {
          type: 'OR',
          values: [
            { type: 'AND', values: [pro, did({ negation: true })] },
            { type: 'AND', values: [{ ...pro, value: 'free' }] },
          ],
        },
      },
    },
    ['bob', 'cid'],
  ],
  ['no definition', {}, []],
  [
    'an empty definition',
    { filters: { properties: { type: 'OR', values: [{ type: 'AND', values: [] }] } } },
    [],
  ],
])('%s', async (name, definition, expected) => {
  const cohort = await create({ name, ...definition })
  expect(await namesIn(cohort.id)).toEqual(expected)
  expect(cohort).toMatchObject({
    name,
    count: expected.length,
    is_static: false,
    deleted: false,
    is_calculating: false,
    errors_calculating: 0,
    last_calculation: new Date(server.nowMs).toISOString(),
    added: null,
  })
})

test('a cohort of cohorts, and persons who are not in one', async () => {
  const pros = await create({ name: 'Pros', ...leaves('AND', pro) })
  const inCohort = { type: 'cohort', key: 'id', value: pros.id }
  const both = await create({ name: 'Paying pros', ...leaves('AND', inCohort, did({})) })
  const others = await create({ name: 'Others', ...leaves('AND', { ...inCohort, negation: true }) })
  expect([await namesIn(both.id), await namesIn(others.id)]).toEqual([['ada'], ['bob', 'dan']])
})

test('a cohort is read, searched, changed, deleted and restored', async () => {
  const { id } = await create({ name: 'Spenders of Zürich', ...leaves('AND', did({})) })
  const found = await server.request('GET', `${COHORTS}?search=ZÜRICH`)
  expect(found.body).toMatchObject({ count: 1, results: [{ id, count: 2 }] })
  const { body: changed } = await server.request('PATCH', `${COHORTS}${id}/`, {
    description: 'Changed',
    groups: [{ properties: [pro] }],
  })
  expect(changed).toMatchObject({
    description: 'Changed',
    filters: null,
    name: 'Spenders of Zürich',
    count: 2,
  })
  expect(await namesIn(id)).toEqual(['ada', 'cid'])
  expect((await server.request('DELETE', `${COHORTS}${id}/`)).status).toBe(405)
  const deleted = await server.request('PATCH', `${COHORTS}${id}/`, { deleted: true })
  expect([deleted.status, deleted.body.deleted]).toEqual([200, true])
  expect((await server.request('GET', `${COHORTS}${id}/`)).status).toBe(404)
  expect((await server.request('GET', `${COHORTS}?search=zürich`)).body.count).toBe(0)
  expect((await server.request('PATCH', `${COHORTS}${id}/`, { deleted: false })).status).toBe(200)
  expect(await namesIn(id)).toEqual(['ada', 'cid'])
})

test.each<[string, object, string, string]>([
  [
    'an unknown type',
    leaves('AND', { ...pro, type: 'event' }),
    'not_supported',
    'filters__properties__values__0__type',
  ],
  [
    'no value',
    leaves('AND', { ...pro, value: undefined }),
    'required',
    'filters__properties__values__0__value',
  ],
  [
    'an unknown behaviour',
    leaves('AND', did({ value: 'danced' })),
    'not_supported',
    'filters__properties__values__0__value',
  ],
  [
    'no time',
    leaves('OR', pro, did({ time_value: null })),
    'required',
    'filters__properties__values__1__time_value',
  ],
  [
    'an unknown action',
    leaves('AND', did({ key: 987654, event_type: 'actions' })),
    'does_not_exist',
    'filters',
  ],
  [
    'an unknown action of the older form',
    { groups: [{ action_id: 987654, days: 30 }] },
    'does_not_exist',
    'groups',
  ],
  [
    'an unknown cohort',
    leaves('AND', { type: 'cohort', key: 'id', value: 987654 }),
    'does_not_exist',
    'filters',
  ],
  ['an older group without a time', { groups: [{ event_id: 'paid' }] }, 'required', 'groups__0__days'],
  ['a malformed older group', { groups: [{ event_id: 'paid', days: 0 }] }, 'min_value', 'groups__0__days'],
  ['both forms', { groups: [{ properties: [pro] }], ...leaves('AND', pro) }, 'invalid_input', 'groups'],
  [
    'a static cohort with a definition',
    { is_static: true, ...leaves('AND', pro) },
    'invalid_input',
    'filters',
  ],
  ['filters without properties', { filters: { property: 1 } }, 'unknown_field', 'filters__property'],
])('%s is refused', async (_name, definition, code, attr) => {
  const { status, body } = await server.request('POST', COHORTS, { name: 'x', ...definition })
  expect([status, body.code, body.attr]).toEqual([400, code, attr])
})

test('a cohort that would depend on itself is refused with the names of the cycle', async () => {
  const ofCohort = ({ id }: { id: number }) => leaves('AND', { type: 'cohort', key: 'id', value: id })
  const first = await create({ name: 'First', ...leaves('AND', pro) })
  const second = await create({ name: 'Second', ...ofCohort(first) })
  const third = await create({ name: 'Third', ...ofCohort(second) })
  const { status, body } = await server.request('PATCH', `${COHORTS}${first.id}/`, ofCohort(third))
  expect([status, body.code, body.attr]).toEqual([400, 'invalid_input', 'filters'])
  expect(body.detail).toBe(
    `A cohort cannot depend on itself: cohort "First" (${first.id}), which uses cohort "Third" (${third.id}), which uses cohort "Second" (${second.id}), which uses cohort "First" (${first.id}).`,
  )
  expect(await namesIn(third.id)).toEqual(['ada', 'cid'])
  const deletion = await server.request('PATCH', `${COHORTS}${first.id}/`, { deleted: true })
  expect([deletion.status, deletion.body.detail]).toEqual([
    400,
    `cohort "First" (${first.id}) is a condition of cohort "Second" (${second.id}): change or delete that cohort first.`,
  ])
})

test('the members of a cohort are those of now', async () => {
  const { id } = await create({ name: 'Now', ...leaves('AND', did({ time_value: 1 })) })
  const zoe = [person('zoe', {}), paid('zoe', 0)]
  await server.capture(zoe)
  expect(await namesIn(id)).toEqual(['ada', 'zoe'])
  const { body } = await server.request('GET', `${COHORTS}${id}/`)
  expect(body.count).toBe(2)
})

test('days are whole days of the time zone of the project, hours begin at their minute, and both edges count', async () => {
  const { id: projectId, token } = await server.newProject('Berlin', 'Europe/Berlin')
  const times = {
    midnight: '2026-11-17T23:00:00.000Z',
    'before midnight': '2026-11-17T22:59:59.999Z',
    minute: '2026-11-20T09:00:00.000Z',
    'before minute': '2026-11-20T08:59:59.999Z',
    ahead: '2026-11-20T20:00:00.000Z',
  }
  server.nowMs = Date.parse('2026-11-20T12:00:30.500Z')
  const events = Object.entries(times).map(([id, timestamp]) => ({ event: 'x', distinct_id: id, timestamp }))
  await server.capture(events, token)
  const idsOf = async (more: object) => {
    const path = `/api/projects/${projectId}/cohorts/`
    const definition = leaves('AND', did({ key: 'x', ...more }))
    const { body: cohort } = await server.request('POST', path, definition)
    const { body } = await server.request('GET', `${path}${cohort.id}/persons/`)
    return body.results.map((one: { distinct_ids: string[] }) => one.distinct_ids[0]).sort()
  }
  const days = { time_value: 2, time_interval: 'day' }
  const recent = ['ahead', 'before minute', 'midnight', 'minute']
  expect(await idsOf(days)).toEqual(recent)
  expect(await idsOf({ ...days, value: 'performed_event_first_time' })).toEqual(recent)
  expect(await idsOf({ time_value: 3, time_interval: 'hour' })).toEqual(['ahead', 'minute'])
  const dates = { explicit_datetime: '2026-11-17', explicit_datetime_to: '2026-11-17' }
  expect(await idsOf({ ...dates, time_value: null })).toEqual(['before midnight'])
  const gap = { seq_time_value: 1, seq_time_interval: 'day' }
  expect(await idsOf({ ...days, value: 'stopped_performing_event', ...gap })).toEqual(['midnight'])
})
