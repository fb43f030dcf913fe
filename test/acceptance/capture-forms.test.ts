import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { droppedEvents } from '../fixtures/dropped-events.ts'
import { storedUuids } from '../fixtures/recording.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

interface Batch {
  readonly api_key: string
  readonly batch: readonly unknown[]
}
type Form = readonly [title: string, status: number, requestOf: (body: Batch) => InjectOptions]

const json = (body: object) => JSON.stringify(body)
const inData = (body: object) => `data=${encodeURIComponent(Buffer.from(json(body)).toString('base64'))}`
const inForm = { 'content-type': 'application/x-www-form-urlencoded' }
const CAPTURE_PATHS = ['/i/v0/e/', '/e/', '/capture/', '/track/', '/engage/', '/batch/']
const POST_PATHS = [...CAPTURE_PATHS, '/i/v0/ai/batch/', '/s/', '/ses/', '/i/v1/logs/', '/i/v1/metrics/']

const posted = (url: string): Form => [
  `POST ${url}`,
  200,
  (body) => ({ method: 'POST', url, payload: json(body) }),
]
const inAddress = (url: string): Form => [
  `GET ${url}`,
  200,
  (body) => ({ method: 'GET', url: `${url}?${inData(body)}` }),
]
const beacon = (url: string): Form => [
  `a beacon to ${url}`,
  204,
  (body) => ({ method: 'POST', url: `${url}?beacon=1`, payload: json(body) }),
]
/**
 * All requests that can bring events. Each has the status of the answer if only a part of a batch is
 * stored.
 */
const FORMS: readonly Form[] = [
  ...POST_PATHS.map(posted),
  ...CAPTURE_PATHS.map(inAddress),
  ...CAPTURE_PATHS.map(beacon),
  [
    'a list',
    200,
    ({ api_key, batch }) => ({ method: 'POST', url: `/e/?token=${api_key}`, payload: json(batch) }),
  ],
  ['gzip', 200, (body) => ({ method: 'POST', url: '/e/', payload: gzipSync(json(body)) })],
  ['a form', 200, (body) => ({ method: 'POST', url: '/e/', payload: inData(body), headers: inForm })],
  [
    'the second protocol',
    200,
    ({ api_key, batch }) => ({
      method: 'POST',
      url: '/i/v1/analytics/events/',
      payload: json({ batch }),
      headers: { authorization: `Bearer ${api_key}` },
    }),
  ],
]

const event = (fields: object = {}) => ({ event: 'paid', distinct_id: 'ada', ...fields })

test.each(FORMS)('%s: %d, and each event is stored or counted', async (_title, status, requestOf) => {
  const project = await server.newProject()
  const whole = event({ uuid: '0193480b-2e61-7a11-8a2b-5a3b1c2d3e4f' })
  const batch = [
    whole,
    { event: 'paid' },
    event({ event: '$snapshot' }),
    whole,
    event({ distinct_id: 'x'.repeat(201) }),
    event({ properties: 5 }),
  ]
  const { statusCode } = await server.app.server.inject(requestOf({ api_key: project.token, batch }))
  expect(statusCode).toBe(status)
  expect(await storedUuids(server, project)).toHaveLength(2)
  const counts = (await droppedEvents(server, project.id)).map(({ reason, count }) => [reason, count])
  expect(Object.fromEntries(counts)).toEqual({
    missing_distinct_id: 1,
    session_recording: 1,
    duplicate_uuid: 1,
    name_too_long: 1,
    properties_not_an_object: 1,
  })
})

test('the token of the request decides the project, before those of its events', async () => {
  const [one, other] = [await server.newProject(), await server.newProject()]
  const [ofOne, ofOther] = [one, other].map(({ token }) => event({ properties: { token } }))
  const send = async (body: object) => (await server.request('POST', '/batch/', body, null)).status
  expect(await send({ api_key: one.token, batch: [ofOther] })).toBe(200)
  expect(await storedUuids(server, one)).toHaveLength(1)
  expect(await storedUuids(server, other)).toEqual([])
  expect(await send({ batch: [ofOne, ofOther] })).toBe(401)
})
