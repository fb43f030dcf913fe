import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const seen = (distinct_id: string, properties: object = {}) => ({
  ...{ event: 'seen', distinct_id, properties },
  timestamp: '2026-11-19T10:00:00Z',
})
let ada = ''

/** Three events of ada, one of bob, and one of cid, who has no profile. */
beforeAll(async () => {
  await server.capture([
    ...[seen('ada'), seen('ada'), seen('ada'), seen('bob')],
    seen('cid', { $process_person_profile: false }),
  ])
  const { body } = await ask("select person_id from events where distinct_id = 'ada' limit 1")
  ada = body.results[0][0]
})

const ask = (query: string) =>
  server.request('POST', '/api/projects/1/query/', { query: { kind: 'HogQLQuery', query } })
const trend = async (question: object) => {
  const { status, body } = await server.request('POST', '/api/projects/1/insights/trend/', {
    events: [{ id: 'seen' }],
    ...question,
  })
  return status === 200
    ? { count: body.result[0].count, warnings: body.warnings, is_cached: body.is_cached }
    : { status, ...body }
}
const filtered = (key: string) => trend({ properties: [{ type: 'hogql', key }] })

describe('person_id in an expression is the id of the interface', () => {
  test.each<[key: () => string, count: number]>([
    [() => `person_id = '${ada}'`, 3],
    [() => `person.id = '${ada.toUpperCase()}'`, 3],
    [() => `person_id != '${ada}'`, 2],
    [() => `person_id in ('${ada}', '00000000-0000-0000-0000-000000000001')`, 3],
    [() => `person_id = '00000000-0000-0000-0000-000000000001'`, 0],
    [() => `person_id = '${ada}' or distinct_id = 'bob'`, 4],
    [() => 'person_id is not null', 5],
  ])('%s', async (key, count) => {
    expect((await filtered(key())).count).toBe(count)
  })

  test('is a filter of a list of events', async () => {
    const properties = encodeURIComponent(JSON.stringify([{ type: 'hogql', key: `person_id = '${ada}'` }]))
    const { body } = await server.request('GET', `/api/projects/1/events/?properties=${properties}`)
    expect(body.results).toHaveLength(3)
  })

  test('is counted in maths, and counts for the aggregation of a funnel', async () => {
    const math = (math_hogql: string) => trend({ events: [{ id: 'seen', math: 'hogql', math_hogql }] })
    expect((await math('uniq(person_id)')).count).toBe(3)
    expect((await math(`countIf(person_id = '${ada}')`)).count).toBe(3)
    expect((await math(`countDistinctIf(person_id, person_id != '${ada}')`)).count).toBe(2)
  })

  test('stands in a behavioural cohort that a question names', async () => {
    const { body } = await server.request('POST', '/api/projects/1/cohorts/', {
      name: 'Saw it as ada',
      filters: {
        properties: {
          type: 'OR',
          values: [
            {
              type: 'AND',
              values: [
                {
                  ...{ type: 'behavioral', key: 'seen', event_type: 'events', value: 'performed_event' },
                  ...{ time_value: 30, time_interval: 'day' },
                  event_filters: [{ type: 'hogql', key: `person_id = '${ada}'` }],
                },
              ],
            },
          ],
        },
      },
    })
    expect(await trend({ properties: [{ type: 'cohort', key: 'id', value: body.id }] })).toMatchObject({
      count: 3,
    })
  })

  test('is out of date when persons are merged', async () => {
    const key = `person_id = '${ada}'`
    expect(await filtered(key)).toMatchObject({ count: 3, is_cached: true })
    await server.capture([
      {
        ...{ event: '$identify', distinct_id: 'dan', timestamp: '2026-11-19T10:00:00Z' },
        properties: { $anon_distinct_id: 'eve' },
      },
      seen('eve'),
      {
        ...{ event: '$create_alias', distinct_id: 'ada', properties: { alias: 'bob' } },
        timestamp: '2026-11-19T10:00:00Z',
      },
    ])
    expect(await filtered(key)).toMatchObject({ count: 4, is_cached: false })
  })
})

describe('refused', () => {
  const noText = 'is the id of a person, which cannot be a value here: use distinct_id, or a HogQL statement'
  test.each<[question: object, detail: string]>([
    [{ breakdown_type: 'hogql', breakdown: 'person_id' }, noText],
    [
      { properties: [{ type: 'hogql', key: "person_id = 'ada'" }] },
      'has a text that is not the id of a person',
    ],
    [{ properties: [{ type: 'hogql', key: "concat(person_id, 'a') = 'a'" }] }, 'but a text is expected'],
    [{ events: [{ id: 'seen', math: 'hogql', math_hogql: 'any(person_id)' }] }, 'number'],
  ])('%j', async (question, detail) => {
    expect(await trend(question)).toMatchObject({ status: 400, detail: expect.stringContaining(detail) })
  })
})
