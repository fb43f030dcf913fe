import { expect, test } from 'vitest'
import { sql, text } from '../../src/fragments/fragment.ts'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'
import { registeredRoutes } from '../security/registered-routes.ts'

let lines: string[] = []
const server = useApp(
  { THROUGHLINE_LOG: 'debug', THROUGHLINE_LOG_FORMAT: 'json' },
  { logTo: { write: (line) => void lines.push(line) } },
)

interface Line {
  readonly level: string
  readonly time: string
  readonly msg: string
  readonly path?: string
  readonly request?: string
}
const written = () => lines.map((line) => JSON.parse(line) as Line)

test('a request is one line with its id, which the response has as well', async () => {
  lines = []
  const id = 'from-a-proxy.1'
  const { headers } = await server.app.server.inject({
    url: '/api/projects/1/insights/?limit=1',
    headers: { authorization: `Bearer ${KEY}`, 'x-request-id': id },
  })
  expect(headers['x-request-id']).toBe(id)
  expect(written()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request: id,
      method: 'GET',
      path: '/api/projects/1/insights/',
      status: 200,
      ms: expect.any(Number),
      project: 1,
      asker: expect.stringMatching(/^key \d+$/),
      msg: 'GET /api/projects/1/insights/ 200',
    },
  ])
  const refused = await server.request('GET', '/api/projects/1/insights/', undefined, 'phx_wrong')
  expect(written().at(-1)).toMatchObject({ status: 401, request: refused.headers['x-request-id'] })
})

/** Values that no line of the log may have, in plain form and in the forms that requests give them. */
const SECRETS = ['sea-cret@example.com', 'phx_seacret0123456789', 'phc_seacret0123456789', 'Sea-Cret-Name']
const [MAIL = '', SENT_KEY = '', SENT_TOKEN = '', NAME = ''] = SECRETS
const sendsSecrets = (path: string, value: string) => ({
  url: `${path}?token=${SENT_TOKEN}&api_key=${SENT_KEY}&search=${encodeURIComponent(value)}&refresh=${value}`,
  headers: {
    'x-request-id': SENT_KEY,
    'user-agent': value,
    referer: `https://${NAME}/${value}`,
    cookie: `session=${SENT_KEY}`,
    'x-forwarded-for': value,
    'content-type': 'application/json',
  },
})

test('no line has a token, a key or a value, whatever is sent to any route', async () => {
  lines = []
  const routes = registeredRoutes(server.app.server).filter(({ path }) => !path.includes('*'))
  for (const { method, path } of routes)
    for (const [key, value] of [
      [KEY, MAIL],
      [SENT_KEY, SENT_TOKEN],
    ] as const) {
      const filled = path.replace(':project_id', '1').replace(/:\w+/g, encodeURIComponent(value))
      const sent = sendsSecrets(filled, value)
      await server.app.server.inject({
        ...sent,
        method: method as 'GET',
        headers: { ...sent.headers, authorization: `Bearer ${key}` },
        ...(['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && {
          payload: JSON.stringify({
            api_key: SENT_TOKEN,
            password: NAME,
            name: value,
            events: [{ id: value }],
          }),
        }),
      })
    }
  await server.app.server.inject(sendsSecrets(`/unknown/${NAME}/${SENT_KEY}`, MAIL))
  expect(written().filter(({ request }) => request !== undefined).length).toBeGreaterThan(2 * routes.length)
  requireNoSecret()
})

test('no line has a value of events and questions, even if they fail', async () => {
  lines = []
  const events = [
    { event: NAME, distinct_id: MAIL, properties: { [NAME]: MAIL, $set: { email: MAIL } } },
    { event: NAME, distinct_id: '', properties: { email: MAIL } },
  ]
  await server.capture(events)
  const ask = (query: object) =>
    server.request('POST', '/api/projects/1/query/', { query, refresh: 'force_blocking' })
  const property = { key: NAME, operator: 'regex', value: `(${MAIL}` }
  await ask({ kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: NAME, properties: [property] }] })
  const failed = [
    `SELECT toInt(distinct_id) + throwIf(1) FROM events WHERE distinct_id = '${MAIL}'`,
    `SELECT arrayElement([1], '${MAIL}') FROM events`,
    `SELECT JSONExtract('${MAIL}', 'Array(') FROM events`,
    `SELECT replaceRegexpAll(distinct_id, '(${MAIL}', '') FROM events`,
    `SELECT * FROM events WHERE event = '${NAME}`,
  ]
  const statuses = []
  for (const query of failed) statuses.push((await ask({ kind: 'HogQLQuery', query })).status)
  expect(statuses.every((status) => status >= 400)).toBe(true)
  await server.request('POST', '/batch/', `{"api_key": "${TOKEN}", "batch": [{"event": "${NAME}", }`)
  const query = sql`SELECT throwIf(${text(MAIL)} != '', ${text(MAIL)})`
  const error = await server.app.engine
    .rows(query, { name: 'test.failing', projectId: 1 })
    .catch((thrown: unknown) => thrown)
  expect(String(error)).toContain(MAIL)
  for (let request = 0; request < 3; request++) server.app.server.log.error({ err: error }, 'request failed')
  expect(written().filter(({ level }) => level !== 'info')).toMatchObject([
    { level: 'warn', query: 'test.failing', project: 1, failure: 'other', msg: 'A query failed.' },
    // The line is written once, and not for each of many requests.
    { level: 'error', error: { type: 'EngineError', kind: 'other', code: 395 }, msg: 'request failed' },
  ])
  requireNoSecret()
})

function requireNoSecret(): void {
  const text = lines.join('').toLowerCase()
  for (const secret of [...SECRETS, KEY, TOKEN].map((one) => one.toLowerCase())) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(encodeURIComponent(secret))
  }
}
