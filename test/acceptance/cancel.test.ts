import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { runStatement } from '../fixtures/run-statement.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

/**
 * A trend with conditions on keys that no event has. The keys are looked up in the text of each event,
 * which takes half a minute.
 */
const endless = (id?: string, rest: object = {}) => ({
  events: [{ id: 'visit' }],
  date_from: '2026-11-20',
  properties: {
    type: 'OR',
    values: Array.from({ length: 30 }, (_, i) => ({ key: `%2E${i}`, value: 'x', operator: 'icontains' })),
  },
  ...(id !== undefined && { client_query_id: id }),
  ...rest,
})

beforeAll(async () => {
  const text = `concat('{"text":"', repeat('long ', 200), '"}')`
  await runStatement(
    server.app.engine,
    `INSERT INTO events (project_id, event, day, ts, person, uuid, properties_raw, properties)
SELECT 1, 'visit', '2026-11-20', '2026-11-20 08:00:00', number, generateUUIDv4(), ${text}, '{}' FROM numbers(300000)`,
  )
})

/** Returns how many questions of this test the engine computes now. */
async function running(): Promise<number> {
  const ours = sql`query LIKE '%JSONExtract%' AND query NOT LIKE '%system.processes%'`
  const found = await server.app.engine.rows(sql`SELECT 1 FROM system.processes WHERE ${ours}`, {
    name: 'test',
    projectId: null,
    isUpkeep: true,
  })
  return found.length
}
const runningIs = async (count: number) => {
  while ((await running()) !== count);
}
const trend = (body: object) => server.request('POST', `${INSIGHTS}trend/`, body)
const cancel = (body: object, project = 1) =>
  server.request('POST', `/api/projects/${project}/insights/cancel/`, body)
const stopped = async (id: string, project = 1) => {
  const { status, body } = await cancel({ client_query_id: id }, project)
  return [status, JSON.parse(body.query_status)]
}
const CANCELLED = {
  status: 499,
  body: { type: 'invalid_request', code: 'query_cancelled', detail: 'The query was cancelled.', attr: null },
}

beforeEach(() => runningIs(0))

describe('call 10', () => {
  test('stops the queries with a name, and responds when they have stopped', async () => {
    const asked = trend(endless('one'))
    await runningIs(1)
    const { status, body } = await cancel({ client_query_id: 'one', name: 'ignored', filters: {} })
    expect(await running()).toBe(0)
    expect(status).toBe(200)
    expect(JSON.parse(body.query_status)).toEqual({ client_query_id: 'one', cancelled: 1, complete: true })
    expect(body).toMatchObject({
      id: null,
      name: null,
      filters: {},
      result: null,
      tags: [],
      is_cached: 'false',
    })
    expect(await asked).toMatchObject(CANCELLED)
    expect(await stopped('one')).toEqual([200, { client_query_id: 'one', cancelled: 0, complete: true }])
  })

  test('stops all queries with the name, from every call', async () => {
    const { body } = await server.request('POST', INSIGHTS, {
      filters: { insight: 'TRENDS', ...endless(undefined, { date_from: '2026-11-19' }) },
    })
    const saved = `${INSIGHTS}${body.id}/?client_query_id=all`
    const { job } = await server
      .request('GET', `${saved}&refresh=async`)
      .then((answer) => ({ job: JSON.parse(answer.body.query_status) }))
    const asked = [
      trend(endless('all')),
      server.request('POST', '/api/projects/1/query/', {
        query: {
          kind: 'TrendsQuery',
          series: [{ event: 'visit', kind: 'EventsNode' }],
          ...nodeOf(endless()),
        },
        client_query_id: 'all',
      }),
      server.request('POST', '/api/projects/1/persons/trends/', endless('all')),
    ]
    await runningIs(4)
    expect(await stopped('all')).toEqual([200, expect.objectContaining({ cancelled: 4 })])
    expect(await running()).toBe(0)
    for (const one of asked) expect(await one).toMatchObject(CANCELLED)
    const { body: after } = await server.request('GET', `/api/projects/1/query/${job.id}/`)
    expect(after.query_status).toMatchObject({
      complete: true,
      error: true,
      error_message: 'The query was cancelled.',
    })
  })

  test('does not stop a computation that another request waits for, until that is cancelled too', async () => {
    const [first, second] = [trend(endless('mine')), trend(endless('yours'))]
    await runningIs(1)
    expect(await stopped('mine')).toEqual([200, expect.objectContaining({ cancelled: 1 })])
    expect(await first).toMatchObject(CANCELLED)
    expect(await running()).toBe(1)
    await stopped('yours')
    expect(await second).toMatchObject(CANCELLED)
    expect(await running()).toBe(0)
  })

  test('a cancelled question is computed again by the next request', async () => {
    const again = [trend(endless('before')), trend(endless('before'))]
    await runningIs(1)
    await stopped('before')
    for (const one of again) expect(await one).toMatchObject(CANCELLED)
    const later = trend(endless('after'))
    await runningIs(1)
    await stopped('after')
    expect(await later).toMatchObject(CANCELLED)
  })

  test('stops queries of its own project only', async () => {
    const other = await server.newProject()
    const asked = trend(endless('private'))
    await runningIs(1)
    expect(await stopped('private', other.id)).toEqual([200, expect.objectContaining({ cancelled: 0 })])
    expect(await running()).toBe(1)
    await stopped('private')
    expect(await asked).toMatchObject(CANCELLED)
  })

  test.each([
    [{}, 'invalid_input', 'Field is required.'],
    [{ client_query_id: null }, 'invalid_input', 'Field is required.'],
    [{ client_query_id: '' }, 'invalid_input', 'Field is required.'],
    [{ client_query_id: 7 }, 'invalid_input', expect.any(String)],
    [{ client_query_id: 'x'.repeat(201) }, 'max_length', expect.any(String)],
  ])('%j is refused', async (body, code, detail) => {
    expect(await cancel(body)).toMatchObject({
      status: 400,
      body: { type: 'validation_error', code, detail, attr: 'client_query_id' },
    })
  })

  test('questions that differ in their name only share a result', async () => {
    const question = { events: [{ id: 'never seen' }], client_query_id: 'a' }
    expect((await trend(question)).body.is_cached).toBe(false)
    expect((await trend({ ...question, client_query_id: 'b' })).body.is_cached).toBe(true)
  })
})

test('a query stops when its client disconnects', async () => {
  const address = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  const hangUp = new AbortController()
  const { authorization } = { authorization: 'Bearer phx_test_0123456789abcdef' }
  const asked = fetch(`${address}${INSIGHTS}trend/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(endless()),
    signal: hangUp.signal,
  })
  await runningIs(1)
  hangUp.abort()
  await expect(asked).rejects.toThrow()
  await runningIs(0)
})

/** Returns flat parameters as a node. */
function nodeOf({ properties }: ReturnType<typeof endless>) {
  return { properties, dateRange: { date_from: '2026-11-18' } }
}
