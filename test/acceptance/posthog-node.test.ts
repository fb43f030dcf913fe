import type { AddressInfo } from 'node:net'
import { PostHog } from 'posthog-node'
import { beforeAll, expect, test } from 'vitest'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const encodings: (string | undefined)[] = []
let host = ''

beforeAll(async () => {
  await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.server.address() as AddressInfo
  host = `http://127.0.0.1:${port}`
  server.app.server.server.on('request', ({ headers }) => encodings.push(headers['content-encoding']))
})

/** The SDK as its users make it, and what it complained about. */
function newClient(token = TOKEN) {
  const client = new PostHog(token, { host })
  const errors: unknown[] = []
  client.on('error', (error: unknown) => errors.push(error))
  return { client, errors }
}

async function totals(event: string, projectId = 1): Promise<number[]> {
  const { body } = await server.request('POST', `/api/projects/${projectId}/insights/trend/`, {
    events: [{ id: event }, { id: event, math: 'dau', order: 1 }],
    date_from: '2026-11-17',
  })
  return body.result.map((series: { count: number }) => series.count)
}

/**
 * Event n of 1,000: person p = n % 50 in round r = n / 50 (20 rounds), on day 17 + r % 4 of November, in hour
 * h = 1 + r / 4 (1 to 5). In hour 4 the even persons sign up, p minutes past; in hour 5 every fifth person pays,
 * p * p / 100 minutes past. Everything else is a visit, at the full hour. Consecutive events are on different days.
 */
function eventOf(n: number) {
  const p = n % 50
  const round = Math.floor(n / 50)
  const hour = 1 + Math.floor(round / 4)
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 17 + (round % 4), hour) + minutes * 60_000)
  const distinctId = `person ${p}`
  if (hour === 4 && p % 2 === 0) return { distinctId, event: 'sign up', timestamp: at(p) }
  if (hour === 5 && p % 5 === 0) return { distinctId, event: 'pay', timestamp: at((p * p) / 100) }
  return { distinctId, event: 'visit', timestamp: at(0) }
}

test('a thousand events of fifty persons are in the questions asked right after shutdown', async () => {
  const { client, errors } = newClient()
  for (let n = 0; n < 1000; n++) client.capture(eventOf(n))
  await client.shutdown()

  const trend = await server.request('POST', '/api/projects/1/insights/trend/', {
    events: [
      { id: 'visit', order: 0 },
      { id: 'sign up', order: 1 },
      { id: 'pay', order: 2 },
      { id: 'visit', math: 'dau', order: 3 },
      { id: 'pay', math: 'dau', order: 4 },
    ],
    date_from: '2026-11-17',
    date_to: '2026-11-20',
  })
  expect(trend.body.result.map((series: { data: number[] }) => series.data)).toEqual([
    // each day: 50 in each of hours 1 to 3, the 25 odd persons in hour 4, the 40 who do not pay in hour 5
    [215, 215, 215, 215],
    [25, 25, 25, 25],
    [10, 10, 10, 10],
    [50, 50, 50, 50],
    [10, 10, 10, 10],
  ])

  const funnel = await server.request('POST', '/api/projects/1/insights/funnel/', {
    events: [{ id: 'visit' }, { id: 'sign up', order: 1 }, { id: 'pay', order: 2 }],
    date_from: '2026-11-17',
  })
  expect(funnel.body.result).toMatchObject([
    { count: 50, average_conversion_time: null, median_conversion_time: null },
    // From the visit at 3:00 to 4:00 + p minutes, p = 0, 2 .. 48: 60 to 108 minutes, 84 on average and in the middle.
    { count: 25, average_conversion_time: 5040, median_conversion_time: 5040 },
    // p = 0, 10 .. 40 both sign up and pay, 60 - p + p * p / 100 minutes later: 60, 51, 44, 39, 36; mean 46, median 44.
    { count: 5, average_conversion_time: 2760, median_conversion_time: 2640 },
  ])
  expect(errors).toEqual([])
  expect(encodings.length).toBeGreaterThan(0)
  expect(new Set(encodings)).toEqual(new Set(['gzip']))
})

test('captureImmediate has stored its event when it returns', async () => {
  const { client, errors } = newClient()
  await client.captureImmediate({ distinctId: 'ada', event: 'at once', timestamp: new Date(server.nowMs) })
  expect(await totals('at once')).toEqual([1, 1])
  await client.shutdown()
  expect(errors).toEqual([])
})

test('flush has stored what was captured before it, without a shutdown', async () => {
  const { client, errors } = newClient()
  client.capture({ distinctId: 'ada', event: 'flushed', timestamp: new Date(server.nowMs) })
  client.capture({ distinctId: 'bob', event: 'flushed', timestamp: new Date(server.nowMs) })
  await client.flush()
  expect(await totals('flushed')).toEqual([2, 2])
  await client.shutdown()
  expect(errors).toEqual([])
})

test('two clients with the tokens of two projects do not mix', async () => {
  const other = await server.newProject()
  const ours = newClient()
  const theirs = newClient(other.token)
  const timestamp = new Date(server.nowMs)
  for (const distinctId of ['ada', 'bob', 'bob'])
    ours.client.capture({ distinctId, event: 'shared name', timestamp })
  theirs.client.capture({ distinctId: 'ada', event: 'shared name', timestamp })
  await Promise.all([ours.client.shutdown(), theirs.client.shutdown()])
  expect(await totals('shared name')).toEqual([3, 2])
  expect(await totals('shared name', other.id)).toEqual([1, 1])
  expect([...ours.errors, ...theirs.errors]).toEqual([])
})

test('an unknown token stores nothing, the client is told, and the server goes on', async () => {
  const { client, errors } = newClient('phc_nobody_has_this_token')
  client.capture({ distinctId: 'ada', event: 'stray', timestamp: new Date(server.nowMs) })
  await client.shutdown()
  expect(String(errors[0])).toContain('status=401')
  expect(await totals('stray')).toEqual([0, 0])
  expect((await fetch(`${host}/_health`)).status).toBe(200)
})
