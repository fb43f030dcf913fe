import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const did = (who: string, event: string, time: string, account: string, browser?: string) => ({
  event,
  distinct_id: who,
  timestamp: `2026-11-${time}:00Z`,
  properties: { ...(browser !== undefined && { $browser: browser }), $groups: { account } },
})

beforeAll(() =>
  server.capture([
    // The first visits of ada and of acme are before the range.
    did('ada', 'visit', '01T10:00', 'acme', 'Safari'),
    did('ada', 'visit', '18T01:00', 'acme', 'Firefox'),
    did('ada', 'pay', '18T02:00', 'acme'),
    did('bob', 'visit', '18T01:00', 'acme', 'Opera'),
    did('bob', 'visit', '18T02:00', 'acme', 'Firefox'),
    did('bob', 'pay', '18T03:00', 'acme'),
    did('cid', 'visit', '19T01:00', 'beta', 'Firefox'),
    did('cid', 'pay', '19T02:00', 'beta'),
    did('cid', 'pay', '19T03:00', 'beta'),
  ]),
)

const asked = (first: object, second: object = {}, more: object = {}) => ({
  events: [
    { id: 'visit', ...first },
    { id: 'pay', order: 1, ...second },
  ],
  date_from: '-7d',
  ...more,
})
const funnel = (...question: Parameters<typeof asked>) =>
  server.request('POST', '/api/projects/1/insights/funnel/', asked(...question))
const countsOf = async (...question: Parameters<typeof asked>) => {
  const { body } = await funnel(...question)
  return body.result.map(({ count }: { count: number }) => count)
}
const FIRST = { math: 'first_time_for_user' }
const IN_FIREFOX = { properties: [{ key: '$browser', value: 'Firefox' }] }

test('a step is served by the first event of all time alone', async () => {
  expect(await countsOf({})).toEqual([3, 3])
  expect(await countsOf(FIRST)).toEqual([2, 2])
  expect(await countsOf({}, FIRST)).toEqual([3, 3])
  const { body } = await funnel(FIRST)
  // bob took two hours from his first visit, cid one hour.
  expect(body.result[1].average_conversion_time).toBe(1.5 * 3600)
})

test('the filters of the step are asked of the first event, or decide which one is the first', async () => {
  expect(await countsOf({ ...FIRST, ...IN_FIREFOX })).toEqual([1, 1])
  for (const math of ['first_time_for_user_with_filters', 'first_matching_event_for_user'])
    expect(await countsOf({ math, ...IN_FIREFOX })).toEqual([3, 3])
})

test('groups have first times of their own', async () => {
  const query = {
    kind: 'FunnelsQuery',
    series: [
      { kind: 'EventsNode', event: 'visit', ...FIRST },
      { kind: 'EventsNode', event: 'pay' },
    ],
    aggregation_group_type_index: 0,
  }
  const { body } = await server.request('POST', '/api/projects/1/query/', { query })
  expect(body.results.map(({ count }: { count: number }) => count)).toEqual([1, 1])
})

test('the people and the explanation are those of the number', async () => {
  const { body } = await funnel(FIRST)
  const { body: people } = await server.request('GET', body.result[0].converted_people_url)
  expect(
    people.results[0].people.map((one: { distinct_ids: string[] }) => one.distinct_ids[0]).sort(),
  ).toEqual(['bob', 'cid'])
  const explain = '/api/projects/1/persons/funnel/explain/'
  const { body: ofBob } = await server.request('POST', explain, { ...asked(FIRST), actor: 'bob' })
  expect(ofBob.text).toContain('Step 1, visit (first time ever): 2026-11-18 01:00:00.')
  const { body: ofAda } = await server.request('POST', explain, { ...asked(FIRST), actor: 'ada' })
  expect(ofAda.text).toContain('visit (first time ever)')
})

test('a trend counts the first times of the groups of a type, by either name', async () => {
  const trend = (series: object) =>
    server.request('POST', '/api/projects/1/insights/trend/', {
      events: [{ id: 'visit', ...series }],
      date_from: '-2d',
    })
  for (const math of ['first_time_for_group', 'first_matching_event_for_group', 'first_time_for_user']) {
    const { body } = await trend({ math, math_group_type_index: 0 })
    expect([math, body.result[0].data]).toEqual([math, [0, 1, 0]])
  }
  expect(await trend({ math: 'first_time_for_group' })).toMatchObject({
    status: 400,
    body: { code: 'required', attr: 'events__0__math_group_type_index' },
  })
  expect(await funnel({ math: 'first_time_for_group', math_group_type_index: 0 })).toMatchObject({
    status: 400,
    body: { code: 'not_supported', attr: 'events__0__math' },
  })
})

test('an earlier event that arrives later makes another event the first', async () => {
  await server.capture([did('bob', 'visit', '02T10:00', 'acme')])
  expect(await countsOf(FIRST)).toEqual([1, 1])
})
