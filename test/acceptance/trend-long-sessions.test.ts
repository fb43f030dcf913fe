import { expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const ask = async (query: object) => {
  const { status, body } = await server.request('POST', '/api/projects/1/query/', { query })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results
}

test('a row by the duration of sessions of two days has the people that it counts on each day', async () => {
  const seen = (timestamp: string) => ({
    ...{
      event: 'seen',
      distinct_id: 'ada',
      timestamp,
      properties: { $session_id: 'long', $set: { plan: 'pro' } },
    },
  })
  await server.capture([seen('2026-11-16T09:00:00Z'), seen('2026-11-18T12:00:00Z')])
  const [row] = await ask({
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'seen', math: 'first_time_for_user' }],
    dateRange: { date_from: '2026-11-14', date_to: '2026-11-20' },
    breakdownFilter: { breakdown: '$session_duration', breakdown_type: 'session' },
  })
  expect(row).toMatchObject({ breakdown_value: '183600', data: [0, 0, 1, 0, 0, 0, 0] })
  const { people } = await readPeople(server, row.persons_urls[2].url)
  expect(people).toHaveLength(1)
})

test('a formula of sessions and groups is broken down by a property of persons', async () => {
  const series = [
    { kind: 'EventsNode', event: 'seen', math: 'unique_group', math_group_type_index: 0 },
    { kind: 'EventsNode', event: 'seen', math: 'p90', math_property: '$session_duration' },
  ]
  const [row] = await ask({
    kind: 'TrendsQuery',
    series,
    trendsFilter: { formula: 'A + B', display: 'ActionsPie' },
    breakdownFilter: { breakdown: 'plan', breakdown_type: 'person' },
  })
  expect(row).toMatchObject({ breakdown_value: 'pro', aggregated_value: 183600 })
})
