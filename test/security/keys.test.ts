import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ErrorBody } from '../../src/contract/error-body.ts'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'
import { type RegisteredRoute, registeredRoutes } from './registered-routes.ts'
import { isOpen, OPEN, urlOf } from './route-table.ts'

const server = useApp()

let routes: RegisteredRoute[] = []
beforeAll(() => {
  routes = registeredRoutes(server.app.server).filter((route) => !isOpen(route))
})

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

test('the list of routes has every documented one', () => {
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

test('a key in the query string or the body is not accepted', async () => {
  for (const route of routes) {
    const search = `?personal_api_key=${KEY}&api_key=${KEY}&token=${KEY}`
    const { response, text } = await send(route, undefined, search)
    expect([text, response.statusCode]).toEqual([text, 401])
  }
  const inBody = await server.request('POST', '/api/projects/1/insights/', { personal_api_key: KEY }, null)
  expect(inBody.status).toBe(401)
})

test('a key cannot create a stronger key', async () => {
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

test('a deleted key is invalid at once', async () => {
  const key = { label: 'short-lived', scopes: ['*'] }
  const { body } = await server.request('POST', '/api/personal_api_keys/', key)
  expect((await server.request('GET', '/api/projects/', undefined, body.value)).status).toBe(200)
  expect(
    (await server.request('DELETE', `/api/personal_api_keys/${body.id}/`, undefined, body.value)).status,
  ).toBe(204)
  expect((await server.request('GET', '/api/projects/', undefined, body.value)).status).toBe(401)
})

test('a key is shown once and not stored', async () => {
  const secret = await server.newKey(['*'])
  const { body: listed } = await server.request('GET', '/api/personal_api_keys/')
  expect(listed.at(-1)).toMatchObject({ value: null, mask_value: `phx_...${secret.slice(-4)}` })
  const everything = await contentOf(server.app.metadata)
  expect(everything).toContain(createHash('sha256').update(secret).digest('hex'))
  for (const kept of [KEY, secret, secret.slice(4), secret.slice(4, 24)])
    expect(everything).not.toContain(kept)
})

/** Returns all rows of all tables as one text. */
async function contentOf<Schema>(database: Kysely<Schema>): Promise<string> {
  const rows: unknown[] = []
  for (const { name } of await database.introspection.getTables())
    rows.push((await sql`SELECT * FROM ${sql.table(name)}`.execute(database)).rows)
  expect(rows.length).toBeGreaterThan(5)
  return JSON.stringify(rows)
}

test('a personal key cannot capture events, and the error does not repeat it', async () => {
  const answer = await server.request(
    'POST',
    '/batch/',
    { api_key: KEY, batch: [{ event: 'a', distinct_id: 'b' }] },
    null,
  )
  expect(answer.status).toBe(401)
  expect(JSON.stringify(answer.body)).not.toContain(KEY.slice(4))
})
