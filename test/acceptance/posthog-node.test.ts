import type { AddressInfo } from 'node:net'
import { PostHog, type PostHogOptions } from 'posthog-node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const encodings: (string | undefined)[] = []
/** All requests, each in the form `POST /batch/ 200`. */
const requests: string[] = []
let host = ''

beforeAll(async () => {
  // The SDK sends the time of its clock. If that differed from the server's time, the server would correct
  // the times of the events.
  vi.useFakeTimers({ toFake: ['Date'], now: server.nowMs })
  await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.server.address() as AddressInfo
  host = `http://127.0.0.1:${port}`
  server.app.server.server.on('request', ({ method, url, headers }, response) => {
    encodings.push(headers['content-encoding'])
    response.on('finish', () => requests.push(`${method} ${url} ${response.statusCode}`))
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(() => {
  vi.useRealTimers()
})

/** Makes a client of the SDK, and collects its errors. */
function newClient(token = TOKEN, options: PostHogOptions = {}) {
  const client = new PostHog(token, { host, ...options })
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
 * Makes event n of 1,000. Person p = n % 50 is in round r = n / 50 (20 rounds), on day 17 + r % 4 of
 * November, in hour h = 1 + r / 4 (1 to 5). In hour 4 the even persons sign up, p minutes after the hour. In
 * hour 5 every fifth person pays, p * p / 100 minutes after the hour. Every other event is a visit at the
 * full hour. Consecutive events are on different days.
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
    // Each day has 50 events in each of hours 1 to 3, one of each of the 25 odd persons in hour 4, and one
    // of each of the 40 who do not pay in hour 5.
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
    // The times go from the visit at 3:00 to 4:00 + p minutes, with p = 0, 2 .. 48. That is 60 to 108
    // minutes: 84 on average and in the middle.
    { count: 25, average_conversion_time: 5040, median_conversion_time: 5040 },
    // Persons p = 0, 10 .. 40 sign up and pay. The payment is 60 - p + p * p / 100 minutes later: 60, 51, 44,
    // 39, 36; mean 46, median 44.
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

test('flush has stored all earlier events when it returns, without a shutdown', async () => {
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

test('an unknown token stores nothing, and the client gets an error', async () => {
  const { client, errors } = newClient('phc_nobody_has_this_token')
  client.capture({ distinctId: 'ada', event: 'stray', timestamp: new Date(server.nowMs) })
  await client.shutdown()
  expect(String(errors[0])).toContain('status=401')
  expect(await totals('stray')).toEqual([0, 0])
  expect((await fetch(`${host}/_health`)).status).toBe(200)
})

describe.each([
  ['v0', 'POST /batch/ 200', {}],
  ['v1', 'POST /i/v1/analytics/events 200', {}],
  ['v0 with local evaluation', 'POST /batch/ 200', { personalApiKey: KEY }],
  ['v1 without compression', 'POST /i/v1/analytics/events 200', { disableCompression: true }],
] as const)('%s', (mode, request, options) => {
  test('all events of an application are stored, and no request fails', async () => {
    vi.stubEnv('POSTHOG_CAPTURE_MODE', mode.slice(0, 2))
    requests.length = 0
    const { id, token } = await server.newProject()
    const { client, errors } = newClient(token, options)
    const timestamp = new Date(server.nowMs)
    client.capture({ distinctId: 'anon-1', event: 'visit', timestamp })
    client.identify({
      distinctId: 'u1',
      properties: { $set: { plan: 'pro' }, $set_once: { source: 'news' } },
    })
    client.alias({ distinctId: 'u1', alias: 'anon-1' })
    client.groupIdentify({ groupType: 'organization', groupKey: 'org:5', properties: { name: 'Acme' } })
    client.capture({ distinctId: 'u1', event: 'visit', timestamp, groups: { organization: 'org:5' } })
    client.capture({ distinctId: 'u1', event: '$ai_generation', timestamp, properties: { $ai_model: 'm' } })
    client.captureAi({ distinctId: 'u1', event: '$ai_span', timestamp, properties: { $ai_model: 'm' } })
    await client.captureAiImmediate({ distinctId: 'u1', event: '$ai_trace', timestamp })
    await client.captureImmediate({ distinctId: 'u1', event: 'at once', timestamp })
    await client.flush()

    expect(await client.isFeatureEnabled('beta', 'u1')).toBeFalsy()
    expect(await client.getAllFlags('u1', { groups: { organization: 'org:5' } })).toEqual({})
    await client.reloadFeatureFlags()
    await client.shutdown()

    expect(errors).toEqual([])
    expect(requests).toContain(request)
    expect(requests).toContain('POST /i/v0/ai/batch/ 200')
    expect(requests.filter((one) => !/ (?:200|304)$/.test(one))).toEqual([])
    // One of the two persons came as anon-1 and continued as u1.
    expect(await totals('visit', id)).toEqual([2, 1])
    const others = ['at once', '$ai_generation', '$ai_span', '$ai_trace']
    for (const event of [...others, '$identify', '$create_alias', '$groupidentify'])
      expect([event, (await totals(event, id))[0]]).toEqual([event, 1])
  })
})

test('local evaluation finds no flags, and later requests have the response 304', async () => {
  requests.length = 0
  const { client, errors } = newClient(TOKEN, { personalApiKey: KEY })
  await client.reloadFeatureFlags()
  expect(client.isLocalEvaluationReady()).toBe(false)
  await client.reloadFeatureFlags()
  await client.shutdown()
  const definitions = requests.filter((one) => one.includes('/flags/definitions'))
  expect(definitions.length).toBeGreaterThanOrEqual(2)
  expect(definitions[0]).toMatch(/ 200$/)
  expect(new Set(definitions.slice(1).map((one) => one.slice(-3)))).toEqual(new Set(['304']))
  expect(errors).toEqual([])
})

test('local evaluation reports a key of another project', async () => {
  const other = await server.newProject()
  const key = await server.newKey(['*'], [other.id])
  const { client, errors } = newClient(TOKEN, { personalApiKey: key })
  await client.reloadFeatureFlags()
  await client.shutdown()
  expect(String(errors[0])).toContain('does not have permission')
})

test('in v1 a dropped event is reported to the application, and the others are stored', async () => {
  vi.stubEnv('POSTHOG_CAPTURE_MODE', 'v1')
  const { client, errors } = newClient()
  const timestamp = new Date(server.nowMs)
  client.capture({ distinctId: 'ada', event: 'kept by v1', timestamp })
  client.capture({
    distinctId: 'ada',
    event: 'too large',
    timestamp,
    properties: { text: 'x'.repeat(2 ** 20) },
  })
  await client.shutdown()
  expect(errors).toMatchObject([{ drops: [{ details: 'event_too_large' }], retryExhausted: [] }])
  expect(await totals('kept by v1')).toEqual([1, 1])
})
