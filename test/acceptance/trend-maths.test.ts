import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

const paid = (id: string, time: string, properties: object = {}) => ({
  event: 'paid',
  distinct_id: id,
  timestamp: `2026-11-${time}:00Z`,
  properties,
})

beforeAll(() =>
  server.capture([
    paid('ada', '01T10:00', { amount: 1, $set: { seats: 3 } }),
    paid('ada', '18T10:00', { amount: 10, $session_id: 's1', $groups: { company: 'acme' } }),
    paid('ada', '18T10:01', { amount: '2 0', $session_id: 's1', $groups: { company: 'acme' } }),
    paid('bob', '18T11:00', { amount: 'much', $session_id: 's2', plan: 'pro', $set: { seats: '5' } }),
    paid('bob', '20T09:00', { amount: 31, $session_id: 's3', $groups: { company: 'umbra' } }),
    paid('cid', '20T10:00', { $session_id: 's3' }),
  ]),
)

async function item(entity: object, parameters: object = {}) {
  const { status, body } = await server.request('POST', '/api/projects/1/insights/trend/', {
    events: [{ id: 'paid', ...entity }],
    date_from: '-2d',
    ...parameters,
  })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.result[0]
}

describe('call 22, the maths of a series', () => {
  test.each<[object, number[]]>([
    [{}, [3, 0, 2]],
    [{ math: 'total' }, [3, 0, 2]],
    [{ math: 'dau' }, [2, 0, 2]],
    [{ math: 'weekly_active' }, [2, 2, 3]],
    [{ math: 'monthly_active' }, [2, 2, 3]],
    [{ math: 'unique_group', math_group_type_index: 0 }, [1, 0, 1]],
    [{ math: 'unique_session' }, [2, 0, 1]],
    // Groups of a type are counted in place of persons: acme has two events, umbra has one.
    [{ math: 'dau', math_group_type_index: 0 }, [1, 0, 1]],
    [{ math: 'weekly_active', math_group_type_index: 0 }, [1, 1, 2]],
    [{ math: 'first_time_for_user', math_group_type_index: 0 }, [1, 0, 1]],
    [{ math: 'avg_count_per_actor', math_group_type_index: 0 }, [2, 0, 1]],
    [{ math: 'first_time_for_user' }, [1, 0, 1]],
    [{ math: 'first_time_for_user', properties: [{ key: 'plan', value: 'pro' }] }, [1, 0, 0]],
    [
      { math: 'first_matching_event_for_user', properties: [{ key: '$session_id', operator: 'is_set' }] },
      [2, 0, 1],
    ],
    [{ math: 'sum', math_property: 'amount' }, [30, 0, 31]],
    [{ math: 'avg', math_property: 'amount' }, [15, 0, 31]],
    [{ math: 'min', math_property: 'amount' }, [10, 0, 31]],
    [{ math: 'max', math_property: 'amount' }, [20, 0, 31]],
    [{ math: 'median', math_property: 'amount' }, [15, 0, 31]],
    [{ math: 'p75', math_property: 'amount' }, [17.5, 0, 31]],
    [{ math: 'p90', math_property: 'amount' }, [19, 0, 31]],
    [{ math: 'p95', math_property: 'amount' }, [19.5, 0, 31]],
    [{ math: 'p99', math_property: 'amount' }, [19.9, 0, 31]],
    [{ math: 'sum', math_property: 'amount', math_multiplier: 0.01 }, [0.3, 0, 0.31]],
    // The smallest product is that of the greatest number, because the factor is negative.
    [{ math: 'min', math_property: 'amount', math_multiplier: -1 }, [-20, 0, -31]],
    [{ math: 'p90', math_property: 'amount', math_multiplier: 2 }, [38, 0, 62]],
    [{ math: 'max', math_property: 'amount', math_multiplier: 0 }, [0, 0, 0]],
    [{ math: 'sum', math_property: 'amount', math_multiplier: 1e308 }, [0, 0, 0]],
    [{ math: 'avg', math_property: 'amount', math_multiplier: null }, [15, 0, 31]],
    [{ math: 'sum', math_property: '$session_duration', math_multiplier: 1000 }, [60e3, 0, 3600e3]],
    [
      { math: 'max', math_property: 'seats', math_property_type: 'person_properties', math_multiplier: 3 },
      [15, 0, 15],
    ],
    [{ math: 'sum', math_property: '$session_duration' }, [60, 0, 3600]],
    [{ math: 'avg', math_property: '$session_duration' }, [30, 0, 3600]],
    // Adds up the seats of ada, who has two events, and of bob; cid has none.
    [{ math: 'sum', math_property: 'seats', math_property_type: 'person_properties' }, [11, 0, 5]],
    [{ math: 'median', math_property: 'seats', math_property_type: 'person_properties' }, [3, 0, 5]],
    [{ math: 'sum', math_property: 'seats' }, [0, 0, 0]],
    [{ math: 'avg_count_per_actor' }, [1.5, 0, 1]],
    [{ math: 'min_count_per_actor' }, [1, 0, 1]],
    [{ math: 'max_count_per_actor' }, [2, 0, 1]],
    [{ math: 'median_count_per_actor' }, [1.5, 0, 1]],
    [{ math: 'p90_count_per_actor' }, [1.9, 0, 1]],
    [{ math: 'hogql', math_hogql: 'sum(properties.amount) / count()' }, [10, 0, 15.5]],
    [{ math: 'hogql', math_hogql: 'avg(properties.nothing)' }, [0, 0, 0]],
  ])('%j', async (entity, expected) => {
    const { data, count } = await item(entity)
    expect(data).toEqual(expected.map((value) => expect.closeTo(value, 9)))
    expect(count).toBeCloseTo(
      expected.reduce((sum, value) => sum + value, 0),
      9,
    )
  })

  test.each<[object, number[]]>([
    [{}, [3, 3, 5]],
    [{ math: 'dau' }, [2, 2, 3]],
    [{ math: 'unique_session' }, [2, 2, 3]],
    [{ math: 'max', math_property: 'amount' }, [20, 20, 31]],
    [{ math: 'avg', math_property: 'amount', math_multiplier: 3 }, [45, 45, 61]],
    [{ math: 'avg_count_per_actor' }, [1.5, 1.5, 5 / 3]],
    [{ math: 'first_time_for_user' }, [1, 1, 2]],
    [{ math: 'hogql', math_hogql: 'count()' }, [3, 3, 5]],
    [{ math: 'max', math_property: '$session_duration' }, [60, 60, 3600]],
  ])('%j, cumulative', async (entity, expected) => {
    const { data, count } = await item(entity, { display: 'ActionsLineGraphCumulative' })
    expect(data).toEqual(expected.map((value) => expect.closeTo(value, 9)))
    expect(count).toBeCloseTo(expected[2] ?? 0, 9)
  })

  test('a cumulative formula adds up the values of buckets, averages too, and has the people of all days so far', async () => {
    const amount = (math: string, order: number) => ({ id: 'paid', math, math_property: 'amount', order })
    const asked = {
      events: [amount('sum', 0), amount('avg', 1), { id: 'paid', math: 'dau', order: 2 }],
      display: 'ActionsLineGraphCumulative',
      date_from: '-2d',
      formula: 'A + B + C * 1000',
    }
    const { body } = await server.request('POST', '/api/projects/1/insights/trend/', asked)
    // The sums are 30 and 31, and the averages 15 and 31. There are two persons, then a third.
    expect(body.result[0]).toMatchObject({ data: [2045, 2045, 3107], count: 3107 })
    const selected = { ...asked, events: JSON.stringify(asked.events), entity_order: '1', day: '2026-11-20' }
    const people = await server.request(
      'GET',
      `/api/projects/1/persons/trends/?${new URLSearchParams(selected)}`,
    )
    expect(people.body.results[0].people).toHaveLength(3)
  })

  test.each<[object, number]>([
    [{}, 5],
    [{ math: 'dau' }, 3],
    [{ math: 'weekly_active' }, 3],
    [{ math: 'unique_group', math_group_type_index: 0 }, 2],
    [{ math: 'median', math_property: 'amount' }, 20],
    [{ math: 'median', math_property: 'amount', math_multiplier: 0.5 }, 10],
    [{ math: 'max_count_per_actor' }, 2],
    [{ math: 'sum', math_property: '$session_duration' }, 3660],
    [{ math: 'first_time_for_user' }, 2],
    [{ math: 'hogql', math_hogql: 'uniq(distinct_id)' }, 3],
  ])('%j, of the whole range', async (entity, expected) => {
    const displays = [
      'ActionsTable',
      'ActionsPie',
      'ActionsDonut',
      'ActionsProportionBar',
      'ActionsBarValue',
      'BoldNumber',
    ]
    for (const display of displays) {
      const one = await item(entity, { display })
      expect(one).toMatchObject({ aggregated_value: expected, data: [], days: [], labels: [], count: 0 })
    }
  })

  test('counts groups in place of persons', async () => {
    const ofCompanies = { aggregation_group_type_index: 1 }
    expect(await item({ math: 'dau' }, ofCompanies)).toMatchObject({ data: [0, 0, 0] })
  })
})
