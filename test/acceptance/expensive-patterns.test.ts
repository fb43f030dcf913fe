import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { runStatement } from '../fixtures/run-statement.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const trend = (filter: object, event = 'visit') =>
  server.request('POST', '/api/projects/1/insights/trend/', {
    events: [{ id: event }],
    properties: [{ key: 'text', ...filter }],
  })

beforeAll(async () => {
  // The texts are random. Over random texts, the automaton of a pattern with many choices keeps growing.
  const letters = `arrayStringConcat(arrayMap(x -> if(bitTest(sipHash64(x, number), 0), 'a', 'b'), range(60000)))`
  await runStatement(
    server.app.engine,
    `INSERT INTO events (project_id, event, day, ts, person, uuid, properties_raw, properties)
SELECT 1, 'visit', '2026-11-20', '2026-11-20 08:00:00', number, generateUUIDv4(), concat('{"text":"', ${letters}, '"}') AS raw, raw
FROM numbers(100)`,
  )
})

test('a question can be stopped after each MiB of values', async () => {
  // The engine can stop a query only between two granules. By default a granule has 10 MB.
  const query = sql`SELECT sum(marks) AS granules, sum(rows) AS rows
FROM system.parts
WHERE table = 'events' AND active`
  const [found] = await server.app.engine.rows(query, { name: 'test', projectId: null })
  expect(found).toMatchObject({ rows: '100' })
  expect(Number((found as { granules: string }).granules)).toBeGreaterThanOrEqual(6)
})

test.each([
  ['regex', 'a.{58}c'],
  ['regex', '(a|b)*a(a|b){27}c'],
  ['icontains', `a${'_'.repeat(58)}c`],
  ['starts_with', `%${'_'.repeat(58)}c`],
  ['ends_with', `a${'_'.repeat(58)}c`],
  // Each value is a list of two texts of one letter, which a search would find nearly everywhere.
  ['starts_with', ['c', 'd']],
  ['ends_with', ['c', 'd']],
])('the most expensive pattern takes little time for 100 values of 60 kB: %s %s', async (operator, value) => {
  const before = process.cpuUsage()
  const { status, body } = await trend({ operator, value })
  const { user } = process.cpuUsage(before)
  expect([status, body.result[0].count]).toEqual([200, 0])
  // CPU time is measured, because other processes make the test take longer. A search of whole values took
  // 7 s of it.
  expect(user / 1e6).toBeLessThan(3)
})

test('a repetition that is too expensive is refused with its filter', async () => {
  for (const value of ['a{1,1000}b', '(a{1,100}){1,100}', ['a', '(?:[ab]{10}c){10}']])
    expect(await trend({ operator: 'regex', value })).toMatchObject({
      status: 400,
      body: {
        code: 'max_length',
        attr: 'properties__0__value',
        detail: expect.stringMatching(/written out/),
      },
    })
})

test('many expensive patterns are refused together', async () => {
  const value = Array.from({ length: 5 }, (_, i) => `a.{58}${i}`)
  expect(await trend({ operator: 'regex', value })).toMatchObject({
    status: 400,
    body: { code: 'query_too_complex' },
  })
})

test('a pattern sees the first 2,048 characters of a value', async () => {
  const text = (length: number) => `${'ü'.repeat(length - 1)}!`
  await server.capture([
    { event: 'long', distinct_id: 'ada', properties: { text: text(2_048) } },
    { event: 'long', distinct_id: 'bob', properties: { text: text(2_049) } },
  ])
  const count = async (operator: string, value: string) => {
    const { body } = await trend({ operator, value }, 'long')
    return body.result[0].count
  }
  expect(await count('regex', '!')).toBe(1)
  expect(await count('not_regex', '!')).toBe(1)
  expect(await count('icontains', `${'_'.repeat(11)}!`)).toBe(1)
  expect(await count('starts_with', `${'_'.repeat(11)}%!`)).toBe(1)
  // The end of a value is compared with its last characters.
  expect(await count('ends_with', `${'_'.repeat(11)}!`)).toBe(2)
  // Texts without wildcards, or with few, are searched in the whole value.
  expect(await count('icontains', '!')).toBe(2)
  expect(await count('icontains', 'Ü_!')).toBe(2)
})
