import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

/** Returns the names on each page of a list, by following its links. */
async function namesOn(path: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | null = path; next !== null && pages.length < 100; ) {
    const { status, body } = await server.request('GET', next)
    expect(status).toBe(200)
    expect(JSON.stringify(body).length).toBeLessThan(40_000_000)
    pages.push(body.results.map(({ name }: { name: string }) => name))
    next = body.next && new URL(body.next).pathname + new URL(body.next).search
  }
  return pages
}

describe('call 1: a page of large queries is shorter than its limit, and all rows are on one', () => {
  const INSIGHT_COUNT = 42
  const names = Array.from({ length: INSIGHT_COUNT }, (_, i) => `${i}`)
  beforeAll(async () => {
    const filters = { insight: 'NONE', note: 'x'.repeat(950_000) }
    for (const name of names) await server.request('POST', INSIGHTS, { name, filters })
  })

  test.each(['?limit=1000&basic=true', '?limit=1000', '?limit=1000&refresh=blocking'])(
    '%s',
    async (query) => {
      const pages = await namesOn(INSIGHTS + query)
      expect(pages).toHaveLength(2)
      expect(pages.flat()).toEqual(names)
    },
  )

  test('the whole list as a table', async () => {
    const { payload } = await server.app.server.inject({
      url: `${INSIGHTS}?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
    })
    const [columns = [], ...rows] = parseCsv(payload)
    expect(rows.map((row) => row[columns.indexOf('name')])).toEqual(names)
  })
})

describe('call 1: a page of large results', () => {
  let project: TestProject
  const names = ['a', 'b', 'c']
  beforeAll(async () => {
    project = await server.newProject()
    const list = `/api/projects/${project.id}/insights/`
    for (const name of names)
      await server.request('POST', list, { name, filters: { events: [{ id: name }], date_from: '-1d' } })
    await server.request('GET', `${list}?refresh=blocking`)
    // The results are made large: they stay the same, but white space follows them.
    await server.app.metadata
      .updateTable('answer')
      .set({ answer: sql`answer || printf('%9000000s', '')` })
      .where('project_id', '=', project.id)
      .execute()
  })

  test.each([
    ['', [['a'], ['b'], ['c']]],
    ['?basic=true', [['a', 'b', 'c']]],
  ])('%s', async (query, pages) => {
    expect(await namesOn(`/api/projects/${project.id}/insights/${query}`)).toEqual(pages)
  })
})
