import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { useApp } from '../fixtures/use-app.ts'

// With this limit, a key may have one waiting query, and a project two.
const server = useApp({ THROUGHLINE_WAITING_QUERIES: '4' })
const ENDLESS = sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`
const PROJECT = '/api/projects/1'
const DAY = { date_from: '-1d' }

/**
 * Runs queries until they are stopped. `isExpensive` decides whether the server estimates them as
 * expensive.
 */
function occupy(count: number, isExpensive: boolean, share = 'key of another') {
  const stop = new AbortController()
  const ended = Array.from({ length: count }, (_, i) =>
    server.app.engine
      .rows(ENDLESS, {
        ...{ name: `test.endless_${i}`, projectId: 1, share, signal: stop.signal },
        ...(isExpensive && { events: 1e9 }),
      })
      .catch((error: { kind?: string }) => error.kind),
  )
  return async () => {
    stop.abort()
    return Promise.all(ended)
  }
}
async function runningAre(count: number): Promise<void> {
  const ours = sql`query LIKE '%sipHash64%' AND query NOT LIKE '%system.processes%'`
  const options = { name: 'test', projectId: null, isUpkeep: true }
  for (let found = -1; found !== count; )
    found = (await server.app.engine.rows(sql`SELECT 1 FROM system.processes WHERE ${ours}`, options)).length
}

type Call = readonly [method: string, path: string, body?: object]

/** Every call that makes the event engine read for a client. */
const CALLS: readonly Call[] = [
  ['POST', '/insights/trend/', { events: [{ id: 'visited' }], date_from: '-2d' }],
  ['GET', '/insights/funnel/?events=[{"id":"visited"},{"id":"paid","order":1}]&date_from=-1d&refresh=true'],
  ['POST', '/query/', { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'visited' }] } }],
  ['GET', '/persons/?search=ada'],
  ['GET', '/groups/?group_type_index=0&search=acme'],
  ['GET', '/groups/property_definitions/'],
  ['GET', '/groups/property_values/?group_type_index=0&key=name'],
  ['GET', '/events/'],
  ['GET', '/events/0199a5a4-1111-7111-8111-111111111111/'],
  ['GET', '/event_definitions/'],
  ['GET', '/ingestion/'],
  ['GET', '/storage/'],
]
const ask = ([method, path, body]: Call, key?: string) =>
  server.request(method, `${PROJECT}${path}`, body, key)

beforeAll(async () => {
  await server.capture([{ event: 'visited', distinct_id: 'ada', properties: { $set: { name: 'Ada' } } }])
})

test('a short question does not wait behind sixty expensive ones', async () => {
  const free = occupy(3, true)
  const alsoFree = Array.from({ length: 57 }, (_, i) => occupy(1, true, `other ${i}`))
  await runningAre(Math.max(2, Math.min(3, availableParallelism())))
  const answer = await ask(['POST', '/insights/trend/', { events: [{ id: 'visited' }], ...DAY }])
  expect([answer.status, answer.body.result[0].count]).toEqual([200, 1])
  await Promise.all([free(), ...alsoFree.map((one) => one())])
})

describe('while all slots are taken', () => {
  let free: () => Promise<unknown>
  let waiting: Promise<unknown>
  let url = ''
  beforeAll(async () => {
    url = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
    free = occupy(4, false)
    await runningAre(4)
    waiting = server.app.engine.rows(sql`SELECT 1 AS one`, { name: 'test', projectId: 1, share: 'key 1' })
  })
  afterAll(async () => {
    await free()
    expect(await waiting).toEqual([{ one: 1 }])
  })

  test.each(CALLS)('%s %s is refused if its key has a waiting query', async (...call) => {
    const answer = await ask(call as unknown as Call)
    expect(answer).toMatchObject({
      status: 429,
      body: { type: 'throttled_error', code: 'too_many_queries', attr: null },
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.for(['/persons/?search=ada', '/events/', '/ingestion/', '/event_definitions/'])(
    'a client of %s that disconnects leaves the queue',
    async (path, { signal }) => {
      const waitingAre = async (count: number) => {
        while (!signal.aborted && server.app.engine.queryLoad().waiting !== count)
          await new Promise((resolve) => setImmediate(resolve))
      }
      const headers = { authorization: `Bearer ${await server.newKey(['*'])}` }
      const client = new AbortController()
      const left = fetch(`${url}${PROJECT}${path}`, { headers, signal: client.signal }).catch(() => 'left')
      await waitingAre(2)
      client.abort()
      await waitingAre(1)
      expect(await left).toBe('left')
    },
  )

  test('a saved insight shows its last result', async () => {
    const filters = { insight: 'TRENDS', events: [{ id: 'visited' }], date_from: '-3d' }
    const { body } = await server.request('POST', `${PROJECT}/insights/`, { filters })
    const { status, body: page } = await server.request('GET', `${PROJECT}/insights/?refresh=true`)
    expect(status).toBe(200)
    expect(page.results.find(({ id }: { id: number }) => id === body.id).result).toBeNull()
  })
})
