import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const series = ['signed up', "pai'd"].map((event) => ({ kind: 'EventsNode', event }))
const statementsOf = (query: unknown, more: object = {}) =>
  server.request('POST', '/api/projects/1/query/statements/', { query, ...more })

interface Shown {
  readonly name: string
  readonly sql: string
  readonly is_walked: boolean
}

test.each([
  [{ kind: 'TrendsQuery', series }, ['values'], []],
  [{ kind: 'FunnelsQuery', series }, ['rows'], ['rows']],
  [{ kind: 'RetentionQuery', retentionFilter: { totalIntervals: 3 } }, ['values'], []],
  [{ kind: 'PathsQuery', pathsFilter: {} }, ['edges', 'names'], []],
  [{ kind: 'StickinessQuery', series }, ['actors'], []],
  [{ kind: 'LifecycleQuery', series: series.slice(0, 1) }, ['statuses'], []],
  [{ kind: 'HogQLQuery', query: 'select event from events' }, ['rows'], []],
])('%j is asked with statements', async (query, names, walked) => {
  const { status, body } = await statementsOf(query)
  expect(status).toBe(200)
  const statements: readonly Shown[] = body.statements
  expect(statements.map(({ name }) => name)).toEqual(names)
  expect(statements.filter((one) => one.is_walked).map(({ name }) => name)).toEqual(walked)
  for (const { sql } of statements)
    await server.app.engine.rows(
      { kind: 'fragment', texts: [`EXPLAIN SYNTAX ${sql}`], args: [] },
      { name: 'test', projectId: 1 },
    )
})

test('values stand in the text as literals, and filters of a dashboard are in it', async () => {
  const { body } = await statementsOf(
    { kind: 'TrendsQuery', series },
    { filters_override: { date_from: '2026-01-05' } },
  )
  expect(body.statements[0].sql).toContain("'pai\\'d'")
  expect(body.statements[0].sql).toContain('2026-01-05')
})

test.each([
  [{ query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', math: 'nope' }] } }, 'query'],
  [{}, 'query'],
  [{ query: { kind: 'TrendsQuery', series }, refresh: true }, 'refresh'],
])('%j is refused', async (sent, attr) => {
  const { status, body } = await server.request('POST', '/api/projects/1/query/statements/', sent)
  expect(status).toBe(400)
  expect(body.attr).toContain(attr)
})
