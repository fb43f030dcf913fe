import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ErrorBody } from '../../src/http/contract/error-body.ts'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'
import { type RegisteredRoute, registeredRoutes } from './registered-routes.ts'

const server = useApp()

/** Who answers without a key. A new route must be added here by hand, or ask for a key. */
const OPEN = [
  'GET /_health',
  'GET /api/schema',
  // The reader of the same document; the router draws its folder of files as a star.
  ...['', '/json', '/yaml', '/static/index.html', '/static/swagger-initializer.js', '*'].map(
    (path) => `GET /api/docs${path}`,
  ),
  // What SDKs call: the project's token is public, and writes without reading.
  ...['/batch', '/capture', '/e', '/engage', '/i/v0/e', '/track'].flatMap((path) => [
    `GET ${path}`,
    `POST ${path}`,
  ]),
  'POST /i/v1/analytics/events',
  'POST /s',
  'POST /ses',
  'POST /i/v1/logs',
  'POST /i/v1/metrics',
  'POST /i/v0/ai/batch',
  'GET /flags',
  'POST /flags',
  'GET /decide',
  'POST /decide',
  'GET /array/:token/config',
  'GET /array/:token/config.js',
  'GET /static/:name',
  'GET /static/:name/:file',
]
/** Who wants a key, of whatever scope: they tell an SDK the group types that it has sent itself. */
const WITHOUT_SCOPE = ['/flags/definitions', '/api/feature_flag/local_evaluation']

const isOpen = ({ method, path }: RegisteredRoute) =>
  OPEN.includes(`${method === 'HEAD' ? 'GET' : method} ${path}`)
const isScoped = ({ path }: RegisteredRoute) => !WITHOUT_SCOPE.includes(path)

let routes: RegisteredRoute[] = []
beforeAll(() => {
  routes = registeredRoutes(server.app.server).filter((route) => !isOpen(route))
})

// No id below exists, except the project's.
const urlOf = ({ path }: RegisteredRoute) => `${path.replace(':project_id', '1').replace(/:\w+/g, '987654')}/`
const bodyOf = ({ method }: RegisteredRoute) => (['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined)

async function send(route: RegisteredRoute, authorization?: string, search = '') {
  const body = bodyOf(route)
  const response = await server.app.server.inject({
    method: route.method as 'GET',
    url: urlOf(route) + search,
    headers: { ...(authorization !== undefined && { authorization }) },
    ...(body !== undefined && { payload: body }),
  })
  return { response, text: `${route.method} ${route.path}` }
}

/** The error of an answer; null for HEAD, which has no body. */
const errorOf = (route: RegisteredRoute, body: string) =>
  route.method === 'HEAD' ? null : ErrorBody.strict().parse(JSON.parse(body))

test('the routes are all found', () => {
  const found = registeredRoutes(server.app.server).map(({ method, path }) => `${method} ${path}`)
  expect(found).toEqual(expect.arrayContaining(OPEN))
  expect(found).toEqual(
    expect.arrayContaining([
      'GET /api/projects/:project_id/insights',
      'PATCH /api/environments/:project_id/insights/:id',
      'DELETE /api/personal_api_keys/:id',
    ]),
  )
  const documented = Object.entries(server.app.server.swagger().paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`,
    ),
  )
  expect(found).toEqual(expect.arrayContaining(documented))
})

const hashOfKey = createHash('sha256').update(KEY).digest('hex')
test.each([
  ['no key', undefined],
  ['an unknown key', 'Bearer phx_unknown_0123456789'],
  ['the token of a project', `Bearer ${TOKEN}`],
  ['a key and more', `Bearer ${KEY}x`],
  ['a part of a key', `Bearer ${KEY.slice(0, -1)}`],
  ['a key in other case', `Bearer ${KEY.toUpperCase()}`],
  ['the hash of a key', `Bearer ${hashOfKey}`],
  ['a key without a scheme', KEY],
  ['another scheme', `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`],
  ['two keys', `Bearer ${KEY} ${KEY}`],
  ['a list of keys', `Bearer ${KEY},${KEY}`],
  ['an empty header', ''],
  ['a scheme alone', 'Bearer '],
  ['SQL', "Bearer '||'1'='1"],
])('every route refuses %s', async (_, authorization) => {
  for (const route of routes) {
    const { response, text } = await send(route, authorization)
    expect([text, response.statusCode, response.headers['www-authenticate']]).toEqual([text, 401, 'Bearer'])
    expect(errorOf(route, response.body)?.type ?? 'authentication_error').toBe('authentication_error')
  }
})

test('a key in the address or the body opens nothing', async () => {
  for (const route of routes) {
    const search = `?personal_api_key=${KEY}&api_key=${KEY}&token=${KEY}`
    const { response, text } = await send(route, undefined, search)
    expect([text, response.statusCode]).toEqual([text, 401])
  }
  const inBody = await server.request('POST', '/api/projects/1/insights/', { personal_api_key: KEY }, null)
  expect(inBody.status).toBe(401)
})

const OBJECT_OF: Readonly<Record<string, string>> = {
  insights: 'insight',
  persons: 'person',
  events: 'query',
  ingestion: 'query',
  groups: 'group',
  groups_types: 'group',
  event_definitions: 'event_definition',
  property_definitions: 'property_definition',
  personal_api_keys: 'personal_api_key',
}

/** What a route may ask for, told by its path and method alone. */
function scopeOf({ method, path }: RegisteredRoute): string {
  const [, first = ''] =
    /^\/api\/(?:(?:projects|environments)\/)?(?::project_id\/)?([a-z_]+)/.exec(path) ?? []
  const isRead = ['GET', 'HEAD'].includes(method) || /\/(trend|funnel)$/.test(path)
  return `${OBJECT_OF[first] ?? 'project'}:${isRead ? 'read' : 'write'}`
}

test('every route wants its own scope and no other', async () => {
  const scoped = routes.filter(isScoped)
  const asked = [...new Set(scoped.map(scopeOf))]
  for (const route of scoped) {
    const needed = scopeOf(route)
    const readAlone = needed.replace('write', 'read')
    const others = asked.filter((scope) => scope.split(':')[0] !== needed.split(':')[0])
    const tooLittle = needed === readAlone ? others : [...others, readAlone]
    const { response, text } = await send(route, `Bearer ${await server.newKey(tooLittle)}`)
    expect([text, response.statusCode]).toEqual([text, 403])
    const error = errorOf(route, response.body)
    if (error !== null)
      expect(error).toEqual({
        type: 'authentication_error',
        code: 'permission_denied',
        detail: `API key missing required scope '${needed}'`,
        attr: null,
      })
  }
})

test('every route opens to its scope, to its write scope and to *', async () => {
  for (const route of routes.filter(isScoped)) {
    const needed = scopeOf(route)
    for (const scope of [needed, needed.replace('read', 'write'), '*']) {
      const { response, text } = await send(route, `Bearer ${await server.newKey([scope])}`)
      // Missing objects and empty bodies are other errors; hard deletion of insights is never allowed.
      expect([text, scope, [200, 201, 204, 400, 404, 405].includes(response.statusCode)]).toEqual([
        text,
        scope,
        true,
      ])
    }
  }
})

test('a key makes no stronger key', async () => {
  const weak = await server.newKey(['personal_api_key:write', 'insight:read'])
  for (const scope of ['*', 'insight:write', 'project:read']) {
    const answer = await server.request(
      'POST',
      '/api/personal_api_keys/',
      { label: 'a', scopes: [scope] },
      weak,
    )
    expect([scope, answer.status]).toEqual([scope, 403])
  }
  const key = { label: 'as weak', scopes: ['insight:read', 'personal_api_key:read'] }
  expect((await server.request('POST', '/api/personal_api_keys/', key, weak)).status).toBe(201)
})

test('a deleted key opens nothing from then on', async () => {
  const key = { label: 'short-lived', scopes: ['*'] }
  const { body } = await server.request('POST', '/api/personal_api_keys/', key)
  expect((await server.request('GET', '/api/projects/', undefined, body.value)).status).toBe(200)
  expect(
    (await server.request('DELETE', `/api/personal_api_keys/${body.id}/`, undefined, body.value)).status,
  ).toBe(204)
  expect((await server.request('GET', '/api/projects/', undefined, body.value)).status).toBe(401)
})

test('a key is shown once and kept nowhere', async () => {
  const secret = await server.newKey(['*'])
  const { body: listed } = await server.request('GET', '/api/personal_api_keys/')
  expect(listed.at(-1)).toMatchObject({ value: null, mask_value: `phx_...${secret.slice(-4)}` })
  const everything = await contentOf(server.app.metadata)
  expect(everything).toContain(createHash('sha256').update(secret).digest('hex'))
  for (const kept of [KEY, secret, secret.slice(4), secret.slice(4, 24)])
    expect(everything).not.toContain(kept)
})

/** All rows of all tables as one text. */
async function contentOf<Schema>(database: Kysely<Schema>): Promise<string> {
  const tables = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(
    database,
  )
  const rows: unknown[] = []
  for (const { name } of tables.rows)
    rows.push((await sql`SELECT * FROM ${sql.table(name)}`.execute(database)).rows)
  expect(rows.length).toBeGreaterThan(5)
  return JSON.stringify(rows)
}

test('a personal key captures nothing and the error does not repeat it', async () => {
  const answer = await server.request(
    'POST',
    '/batch/',
    { api_key: KEY, batch: [{ event: 'a', distinct_id: 'b' }] },
    null,
  )
  expect(answer.status).toBe(401)
  expect(JSON.stringify(answer.body)).not.toContain(KEY.slice(4))
})
