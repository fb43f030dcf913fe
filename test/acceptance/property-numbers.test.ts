import { expect, test } from 'vitest'
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
