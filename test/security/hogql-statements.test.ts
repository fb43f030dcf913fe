import { beforeAll, describe, expect, test } from 'vitest'
import { checkStatement, fillProjects, OWN_ROWS, SECRET } from '../fixtures/check-statement.ts'
import { hogqlStatement } from '../fixtures/hogql-statements.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PATH = '/api/projects/1/query/'
const post = (path: string, body: object) => server.request('POST', path, body)
const ask = (query: string, projectId = 1) =>
  post(`/api/projects/${projectId}/query/`, { query: { kind: 'HogQLQuery', query } })
let otherId = 0

beforeAll(async () => {
  const other = await server.newProject('Other', 'Pacific/Apia')
  otherId = other.id
  await fillProjects(post, { id: 1, token: TOKEN }, other)
})

describe('no row of another project', () => {
  test.each(OWN_ROWS)('$table', async ({ table, rows, key }) => {
    const { body } = await ask(`select count(), count(${key}) from ${table}`)
    expect(body.results).toEqual([[rows, rows]])
    const all = await ask(`select * from ${table} limit 1000`)
    expect(all.body.results).toHaveLength(rows)
    expect(JSON.stringify(all.body)).not.toContain(SECRET)
    const others = await ask(`select * from ${table} limit 1000`, otherId)
    expect(JSON.stringify(others.body)).toContain(SECRET)
  })

  test.each(OWN_ROWS)('$table in every place', async ({ table, rows }) => {
    const { body } = await ask(
      `with a as (select * from ${table}), b as (select 1 as x from a union all select 2 from ${table})
       select (select count() from ${table}), (select count() from a), (select count() from b),
         (select count() from ${table} e cross join ${table} f), count(), countIf(1 in (select 1 from ${table}))
       from (select * from ${table}) c`,
    )
    expect(body.results).toEqual([[rows, rows, 2 * rows, rows * rows, rows, rows]])
  })
})

test('the cohort and the persons of another project', async () => {
  const own = await ask('select count() from persons where id in cohort 1')
  expect(own.body.results).toEqual([[3]])
  const foreign = await ask('select count() from persons where id in cohort 2')
  expect(foreign.body.results).toEqual([[0]])
  const members = await ask('select cohort_id from cohort_people where cohort_id != 1')
  expect(members.body.results).toEqual([])
  const { body } = await ask('select id from persons limit 1', otherId)
  const [[id]] = body.results
  for (const query of [
    `select count() from events where person_id = '${id}'`,
    `select count() from persons where id = '${id}'`,
    `select count() from events where person_id in ('${id}')`,
  ])
    expect((await ask(query)).body.results).toEqual([[0]])
})

test('statements of the grammar, and hostile ones', async () => {
  const statuses = new Map<string, number>()
  for (let number = 0; number < 250; number++) {
    const given = hogqlStatement(number)
    const { problem, status } = await checkStatement(given, (question) => post(PATH, question))
    expect({ number, text: given.text, problem }).toEqual({ number, text: given.text, problem: null })
    const kind = `${given.sort} ${status}`
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
  }
  // The statements must reach the engine, and not only the parser.
  expect(statuses.get('valid 200')).toBeGreaterThan(100)
  expect(statuses.get('hostile 400')).toBeGreaterThan(30)
})
