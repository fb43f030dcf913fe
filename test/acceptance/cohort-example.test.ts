import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const COHORTS = '/api/projects/1/cohorts/'

const joined = (distinct_id: string, plan: string) => ({
  event: 'joined',
  distinct_id,
  timestamp: '2026-09-01T08:00:00Z',
  properties: { $set: { plan } },
})
const paid = (distinct_id: string, at: string) => ({
  event: 'paid',
  distinct_id,
  timestamp: `2026-${at}:00Z`,
})

beforeAll(async () => {
  server.nowMs = Date.parse('2026-11-20T12:00:00Z')
  await server.capture([
    ...['Ada', 'Bob', 'Dan'].map((id) => joined(id, 'pro')),
    joined('Cid', 'free'),
    ...['10-01T10:00', '11-18T10:00', '11-19T10:00'].map((at) => paid('Ada', at)),
    ...['11-13T00:00', '11-14T10:00'].map((at) => paid('Bob', at)),
    paid('Cid', '11-12T23:59'),
  ])
})

const within = (days: number, more: object = {}) => ({
  type: 'behavioral',
  key: 'paid',
  value: 'performed_event',
  time_value: days,
  time_interval: 'day',
  ...more,
})
const times = (operator: string, operator_value: number) => ({
  value: 'performed_event_multiple',
  operator,
  operator_value,
})
const gap = (value: string, days: number) => ({ value, seq_time_value: days, seq_time_interval: 'day' })

/** docs/semantics/cohorts.md, "A worked example". */
test.each<[string, object, string[]]>([
  ['at least once', within(7), ['Ada', 'Bob']],
  ['negated', within(7, { negation: true }), ['Cid', 'Dan']],
  ['at most twice', within(7, times('lte', 2)), ['Ada', 'Bob']],
  ['exactly 0 times', within(7, times('exact', 0)), ['Cid', 'Dan']],
  [
    'again within a day',
    within(7, { ...gap('performed_event_sequence', 1), seq_event: 'paid', seq_event_type: 'events' }),
    ['Ada'],
  ],
  ['exactly twice', within(2, times('exact', 2)), ['Ada']],
  ['for the first time', within(7, { value: 'performed_event_first_time' }), ['Bob']],
  ['stopped', within(8, gap('stopped_performing_event', 5)), ['Bob', 'Cid']],
  ['restarted', within(30, gap('restarted_performing_event', 3)), ['Ada']],
])('%s', async (_name, condition, expected) => {
  expect(await membersOf([condition])).toEqual(expected)
})

test('a property, and not in another cohort', async () => {
  const { body } = await server.request('POST', COHORTS, definedBy([within(7)]))
  const pro = { type: 'person', key: 'plan', value: 'pro' }
  const out = { type: 'cohort', key: 'id', value: body.id, operator: 'not_in' }
  expect(await membersOf([pro, out])).toEqual(['Dan'])
})

const definedBy = (values: readonly object[]) => ({ filters: { properties: { type: 'AND', values } } })

async function membersOf(conditions: readonly object[]): Promise<string[]> {
  const { body: cohort } = await server.request('POST', COHORTS, definedBy(conditions))
  const { body } = await server.request('GET', `${COHORTS}${cohort.id}/persons/`)
  return body.results.map((one: { distinct_ids: string[] }) => one.distinct_ids[0]).sort()
}
