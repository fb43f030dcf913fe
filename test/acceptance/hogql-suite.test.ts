import { beforeAll, expect, test } from 'vitest'
import { checkHogql, hogqlEvents } from '../fixtures/check-hogql.ts'
import { hogqlExpression } from '../fixtures/hogql-expressions.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const EXPRESSIONS = 400

beforeAll(async () => {
  const other = await server.newProject('Other')
  await server.capture(hogqlEvents(false))
  await server.capture(hogqlEvents(true), other.token)
})

// `npm run fuzz` asks 20,000 expressions with other numbers.
test(`${EXPRESSIONS} expressions of the grammar, near it and against it stay in their project`, async () => {
  const ask = (question: object) => server.request('POST', '/api/projects/1/insights/trend/', question)
  const statuses = new Map<string, number>()
  for (let number = 0; number < EXPRESSIONS; number++) {
    const given = hogqlExpression(number)
    const { status, problem } = await checkHogql(given, ask)
    expect({ number, ...given, problem }).toEqual({ number, ...given, problem: null })
    const kind = `${given.sort} ${status}`
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
  }
  // A suite whose expressions are all refused would prove nothing.
  expect(statuses.get('valid 200') ?? 0).toBeGreaterThan(EXPRESSIONS / 4)
  expect(statuses.get('hostile 400') ?? 0).toBeGreaterThan(EXPRESSIONS / 8)
})
