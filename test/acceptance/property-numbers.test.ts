import { describe, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const DAY = { date_from: '2026-11-20', date_to: '2026-11-20' }
const sent = (event: string, distinct_id: string, properties: object) => ({
  ...{ event, distinct_id, properties },
  timestamp: '2026-11-20T10:00:00Z',
})
const query = async ({ id }: TestProject, node: object) => {
  const { status, body } = await server.request('POST', `/api/projects/${id}/query/`, { query: node })
  return status === 200 ? body : { status, ...body }
}
const ask = (project: TestProject, statement: string) =>
  query(project, { kind: 'HogQLQuery', query: statement })
const rows = async (project: TestProject, statement: string) => {
  const body = await ask(project, statement)
  return body.results ?? body
}
const trend = async ({ id }: TestProject, question: object) => {
  const { body } = await server.request('POST', `/api/projects/${id}/insights/trend/`, {
    ...DAY,
    ...question,
  })
  return body.result?.[0]?.data[0] ?? body
}

test('medians and quantiles are interpolated in maths, expressions and statements alike', async () => {
  const project = await server.newProject('Medians')
  await server.capture(
    [9, 10, 25, 100].map((amount, i) => sent('paid', `u${i}`, { amount })),
    project.token,
  )
  const math = (series: object) => trend(project, { events: [{ id: 'paid', ...series }] })
  const expression = (math_hogql: string) => math({ math: 'hogql', math_hogql })
  const p90 = await math({ math: 'p90', math_property: 'amount' })
  expect(p90).toBeCloseTo(77.5, 10)
  expect([
    await math({ math: 'median', math_property: 'amount' }),
    await expression('median(properties.amount)'),
    await expression('quantile(0.9)(properties.amount)'),
    await rows(
      project,
      'select median(properties.amount), quantile(0.9)(properties.amount), medianExact(toFloat(properties.amount)) from events',
    ),
    await rows(project, 'select median(toFloat(properties.amount)) over () from events limit 1'),
  ]).toEqual([17.5, 17.5, p90, [[17.5, p90, 17.5]], [[17.5]]])
})

describe('times since 1970 as values of properties', () => {
  const SINCE: readonly (readonly [value: unknown, day: string])[] = [
    [-86_400 * 366, '1968-12-31'],
    ['-86400', '1969-12-31'],
    [0, '1970-01-01'],
    [978_307_199, '2000-12-31'],
    ['978307199', '2000-12-31'],
    [1_709_632_800, '2024-03-05'],
    ['1709632800.5', '2024-03-05'],
    [1_709_632_800_123, '2024-03-05'],
    ['1709632800123456', '2024-03-05'],
  ]

  test('compare with dates, before 1970 and after 2001 alike', async () => {
    const project = await server.newProject('Dates')
    const events = SINCE.map(([since], i) => sent('seen', `u${i}`, { since, i }))
    // No length of a Unix number.
    const none = ['170963280012', '17096328001'].map((since) => sent('seen', 'none', { since }))
    await server.capture([...events, ...none], project.token)
    const count = (operator: string, value: string, i?: number) =>
      trend(project, {
        events: [{ id: 'seen' }],
        properties: [
          { key: 'since', operator, value },
          ...(i === undefined ? [] : [{ key: 'i', operator: 'exact', value: i }]),
        ],
      })
    for (const [i, [, day]] of SINCE.entries())
      expect([i, await count('is_date_exact', day, i)]).toEqual([i, 1])
    expect([
      await count('is_date_before', '1970-01-01'),
      await count('is_date_after', '1969-12-31 12:00'),
      await count('is_date_before', '2001-01-01'),
      await count('is_date_after', '2024-03-05T10:00:00Z'),
      await count('is_date_after', '1900-01-01'),
    ]).toEqual([2, 7, 5, 3, 9])
  })
})
