import { describe, expect, test } from 'vitest'
import { droppedEvents } from '../fixtures/dropped-events.ts'
import {
  bytesOf,
  findRecording,
  type RecordedRequest,
  Recording,
  recordedEvents,
  recordingFiles,
  storedUuids,
  withToken,
} from '../fixtures/recording.ts'
import { KEY, type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

/**
 * For each recording, the events that must be stored after a replay, counted in the files by hand, and how
 * many of them have no uuid.
 */
const SDKS: Readonly<Record<string, readonly [events: number, withoutUuid: number]>> = {
  'posthog-js-1.200.0-default.json': [11, 0],
  'posthog-js-1.200.0-nocompress.json': [11, 0],
  'posthog-js-1.434.18-base64beacon.json': [11, 0],
  'posthog-js-1.434.18-default.json': [11, 0],
  'posthog-js-1.434.18-defaults2026.json': [13, 0],
  'posthog-js-1.434.18-nocompress.json': [11, 0],
  'posthog-js-1.434.18-noexternal.json': [10, 0],
  'posthog-js-1.434.18-replay.json': [12, 0],
  'posthog-js-lite-4.12.1.json': [5, 0],
  'posthog-node-4.3.0.json': [5, 0],
  'posthog-node-5.70.0-local.json': [10, 0],
  'posthog-node-5.70.0-v0.json': [10, 0],
  'posthog-node-5.70.0-v1.json': [10, 0],
  'posthog-php.json': [5, 2],
  'posthog-python-gzip.json': [1, 0],
  'posthog-python.json': [5, 0],
  'posthog-ruby.json': [5, 0],
}
/** Recordings of clients of the REST interface, which capture nothing. */
const REST_CLIENTS = [
  'drakkar-openapi-client.json',
  'posthog-agent-toolkit-0.2.4-nullfilters.json',
  'posthog-agent-toolkit-0.2.4.json',
  'speakeasy-posthog-sdk-0.3.1.json',
]
/** Reports of how SDKs behave after wrong responses. They have no requests to repeat. */
const REPORTS = ['posthog-js-minimum-needs.json', 'posthog-node-error-behaviour.json']

test('every recording is accounted for', () => {
  expect(recordingFiles().sort()).toEqual([...Object.keys(SDKS), ...REST_CLIENTS, ...REPORTS].sort())
  for (const file of REPORTS) expect(findRecording(file)).not.toHaveProperty('requests')
})

/** The recorded page itself and its icon, which the site served. */
const isOfTheSite = ({ path }: RecordedRequest) => ['/', '/page2.html', '/favicon.ico'].includes(path)

// Headers that each connection sets by itself.
const OWN_HEADERS = ['content-length', 'host', 'connection', 'transfer-encoding']

async function replay(request: RecordedRequest) {
  const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.includes(name))
  const payload = bytesOf(request)
  return server.app.server.inject({
    method: request.method,
    url: `${request.path}?${new URLSearchParams(request.query)}`,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, value.replace(/^Bearer phx_.*/, `Bearer ${KEY}`)]),
    ),
    ...(payload !== undefined && { payload }),
  })
}

async function totalByTrend(project: TestProject): Promise<number> {
  const { body } = await server.request('POST', `/api/projects/${project.id}/insights/trend/`, {
    events: [{ id: null }],
    date_from: '2025-01-01',
    date_to: '2026-12-31',
    interval: 'month',
  })
  return body.result[0].count
}

const keysOf = (value: unknown) => Object.keys(value as object)

async function expectAnswered(request: RecordedRequest): Promise<void> {
  const { statusCode, body } = await replay(request)
  expect([request.path, statusCode, statusCode < 400 ? '' : body]).toEqual([
    request.path,
    request.response.status,
    // A flag that does not exist has an empty payload.
    statusCode < 400 ? '' : expect.stringMatching(/not_found|^""$/),
  ])
  if (/^\/(?:flags|decide)/.test(request.path))
    expect(keysOf(JSON.parse(body))).toEqual(expect.arrayContaining(keysOf(request.response.body)))
  if (request.path.startsWith('/i/v1/')) expect(JSON.parse(body)).toEqual(request.response.body)
}

describe.each(Object.entries(SDKS))('%s', (file, [count, withoutUuid]) => {
  test('has the recorded responses and stores every event once, also when it is sent again', async () => {
    const project = await server.newProject()
    const recording = withToken(Recording.parse(findRecording(file)), project.token)
    server.nowMs = Date.parse(recording.meta.recorded)
    const requests = recording.requests.filter((request) => !isOfTheSite(request))
    const events = recordedEvents(recording).filter(({ event }) => event !== '$snapshot')
    const sent = events.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]))
    expect([events.length, events.length - new Set(sent).size]).toEqual([count, withoutUuid])

    for (const request of requests) await expectAnswered(request)
    // No SDK sends anything that an event cannot have.
    const issues = (await droppedEvents(server, project.id)).map(({ reason }) => reason)
    expect(issues.filter((issue) => issue !== 'session_recording' && issue !== 'duplicate_uuid')).toEqual([])
    const once = await storedUuids(server, project)
    expect(once).toHaveLength(count)
    expect(new Set(once).size).toBe(count)
    expect(once).toEqual(expect.arrayContaining(sent))
    expect(await totalByTrend(project)).toBe(count)

    // In the second replay, only an event without a uuid is stored again.
    for (const request of requests) await expectAnswered(request)
    const twice = await storedUuids(server, project)
    expect(twice).toHaveLength(count + withoutUuid)
    expect(twice).toEqual(expect.arrayContaining(once))
    expect(await totalByTrend(project)).toBe(count + withoutUuid)
  })
})

/** Statuses of requests for objects that do not exist here: insight 7, the organization, the short id. */
const REST_STATUSES: readonly (readonly [string, RegExp, readonly number[]])[] = [
  // The status is 400 for the insights of user 3, who does not exist.
  ['GET', /\/insights\/$/, [200, 400]],
  ['POST', /\/insights\/$/, [201, 400]],
  ['DELETE', /\/insights\/7\/$/, [405]],
  ['GET', /\/insights\/7\/$/, [400, 404]],
  ['PATCH', /\/insights\/7\/$/, [404]],
  ['PUT', /\/insights\/7\/$/, [400, 404]],
  ['POST', /\/insights\/(?:trend|funnel)\/$/, [200, 400]],
  ['POST', /\/query\/$/, [200]],
]

test.each(REST_CLIENTS)(
  '%s: every existing route has its status, and other routes are not found',
  async (file) => {
    const { requests } = Recording.parse(findRecording(file))
    for (const request of requests) {
      const { statusCode } = await replay(request)
      const expected = REST_STATUSES.find(
        ([method, path]) => method === request.method && path.test(request.path),
      )?.[2]
      expect([request.method, request.path, expected?.includes(statusCode) ?? true, statusCode]).toEqual([
        request.method,
        request.path,
        true,
        expect.toSatisfy((status: number) => status < 500 && status !== 401 && status !== 403),
      ])
    }
  },
)
