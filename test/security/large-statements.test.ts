import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp({ THROUGHLINE_QUERY_SECONDS: '2', THROUGHLINE_QUERY_MEMORY_MIB: '128' })
const ask = (query: string) =>
  server.request('POST', '/api/projects/1/query/', { query: { kind: 'HogQLQuery', query } })

/** A few events with long texts are enough, because joins without a key multiply them. */
const EVENTS = 200
beforeAll(() =>
  server.capture(
    Array.from({ length: EVENTS }, (_, i) => ({
      event: 'paid',
      distinct_id: `person ${i}`,
      timestamp: '2026-11-18T10:00:00Z',
      properties: { long: 'x'.repeat(5_000), n: i },
    })),
  ),
)

const product = (count: number) =>
  Array.from({ length: count }, (_, i) => `events e${i}`).join(' cross join ')

describe('a statement that wants too much ends with a clear error, and another one is answered meanwhile', () => {
  test.each<[name: string, codes: string[], query: string]>([
    [
      'rows to count',
      ['query_timeout'],
      `select count(e0.properties.n) from ${product(6)} where e0.properties.n + e1.properties.n > e2.properties.n`,
    ],
    [
      'values to tell apart',
      ['query_memory_exceeded', 'query_timeout'],
      `select uniq(concat(e0.uuid, e1.uuid, e2.uuid)) from ${product(3)}`,
    ],
    [
      'groups',
      ['query_memory_exceeded', 'query_timeout'],
      `select e0.uuid, e1.uuid, e2.uuid, count() from ${product(3)} group by 1, 2, 3 order by 4`,
    ],
    [
      'rows to sort',
      ['query_memory_exceeded', 'query_timeout'],
      `select e0.uuid from ${product(4)} order by concat(e0.uuid, e1.uuid, e2.uuid)`,
    ],
    [
      'rows of a window',
      ['query_memory_exceeded', 'query_timeout'],
      `select sum(1) over (order by concat(e0.uuid, e1.uuid)) from ${product(4)}`,
    ],
    [
      'rows of a join',
      ['query_timeout', 'query_memory_exceeded'],
      `select count() from (select e0.event as a from ${product(3)}) x join (select e0.event as a from ${product(3)}) y on x.a = y.a`,
    ],
    [
      'a set',
      ['query_memory_exceeded', 'query_timeout'],
      `select count() from events where uuid in (select concat(e0.uuid, e1.uuid, e2.uuid) from ${product(3)})`,
    ],
    [
      'distinct rows',
      ['query_memory_exceeded', 'query_timeout'],
      `select count() from (select distinct e0.uuid, e1.uuid, e2.uuid from ${product(3)})`,
    ],
    [
      'arrays of values',
      ['query_memory_exceeded', 'query_timeout', 'query_too_large'],
      `select e0.uuid, groupArray(10000)(concat(e1.properties.long, e2.uuid)) from ${product(3)} group by 1`,
    ],
    [
      'arrays of a window',
      ['query_memory_exceeded', 'query_timeout', 'query_too_large'],
      `select length(groupArray(10000)(concat(e0.uuid, e1.uuid)) over (order by e0.uuid)) from ${product(3)}`,
    ],
    [
      'a long result',
      ['query_too_large', 'query_memory_exceeded', 'query_timeout'],
      `select e0.properties, e1.properties from ${product(2)} limit 50000`,
    ],
  ])('%s', { timeout: 240_000 }, async (_, codes, query) => {
    const startedMs = performance.now()
    const [large, small] = await Promise.all([ask(query), ask('select count() from events')])
    expect(small.body.results).toEqual([[EVENTS]])
    expect(codes).toContain(large.body.code)
    expect([400, 503, 504]).toContain(large.status)
    expect(large.body.detail).toMatch(/fewer rows in its joins, or fewer groups/)
    expect(performance.now() - startedMs).toBeLessThan(30_000)
    // The engine still works afterwards.
    expect((await ask('select max(properties.n) from events')).body.results).toEqual([[199]])
  })
})
