import { beforeAll, describe, expect, test } from 'vitest'
import type { Document, Operation, Schema } from '../fixtures/openapi-shape.ts'
import { useApp } from '../fixtures/use-app.ts'
import { registeredRoutes } from '../security/registered-routes.ts'
import { isForSdks, isOpen, PAGES, scopesOf } from '../security/route-table.ts'

const server = useApp()

let document: Document

// The document is public, because it contains no data.
const read = () => server.request('GET', '/api/schema/', undefined, null)
beforeAll(async () => {
  document = (await read()).body
})

test('can be read without a key', async () => {
  const { status, body } = await read()
  expect([status, body.detail]).toEqual([200, undefined])
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const withoutLastSlash = (path: string) => path.replace(/\/$/, '')

test('has the version of OpenAPI, and title and version of the API', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: 'Throughline', version: expect.stringMatching(/^\d/) })
})

const OTHER_PAGES = /^HEAD |\/api\/(?:schema$|docs)|\/invitation\//

test('holds every route of the server but its pages', () => {
  const routes = registeredRoutes(server.app.server)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`)
    .filter((route) => !PAGES.includes(route) && !OTHER_PAGES.test(route))
  // The whole tree of routes was read: the list of insights, a single insight and a computation are in it.
  const insights = '/api/projects/{project_id}/insights'
  expect(routes).toEqual(
    expect.arrayContaining([
      `GET ${insights}`,
      `POST ${insights}`,
      `GET ${insights}/{id}`,
      `PATCH ${insights}/{id}`,
      `DELETE ${insights}/{id}`,
      `POST ${insights}/trend`,
    ]),
  )
  const documented = operations().map(
    ({ path, method }) => `${method.toUpperCase()} ${withoutLastSlash(path)}`,
  )
  expect(documented.sort()).toEqual(routes.sort())
})

test('every reference has its schema', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
  expect(references.length).toBeGreaterThan(0)
  for (const reference of new Set(references)) {
    const keys = reference.replace(/^#\//, '').split('/')
    const found = keys.reduce<unknown>(
      (at, key) => (at as Record<string, unknown> | undefined)?.[key],
      document,
    )
    expect(found, reference).toBeTypeOf('object')
  }
})

test('no keyword of OpenAPI 3.0 that 3.1 no longer has', () => {
  expect(JSON.stringify(document)).not.toContain('"nullable":')
})

test('the parameters of a path are those in its text, all required and typed', () => {
  for (const { path, operation } of operations()) {
    const inText = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(declared.map((parameter) => parameter.name).sort(), path).toEqual(inText.sort())
    for (const parameter of operation.parameters ?? []) expect(parameter.schema, path).toBeTypeOf('object')
    for (const parameter of declared) expect(parameter.required, path).toBe(true)
  }
})

const ROWS = ['application/json', 'application/jsonl', 'application/vnd.apache.parquet']

/** The successes of operations, by the end of their name. All other operations have one JSON body. */
const SUCCESSES: readonly (readonly [RegExp, Readonly<Record<string, readonly string[]>>])[] = [
  // A table is its only content type, and tables are left out below.
  [/^get \/shared\/\{token\}\.csv/, { 200: [] }],
  [/^delete .*\/(?:insights|dashboards|actions|annotations|cohorts)\/\{id\}\/$/, {}],
  [
    /^delete .*\/(?:personal_api_keys|members|invitations|query|sessions)\/\{\w+\}\/$|\/logout\/$/,
    { 204: [] },
  ],
  [/\/remote_config\/$/, {}],
  [/\/insights\/viewed\/$/, { 201: [] }],
  [/^get .*\/metrics\/?$/, { 200: ['text/plain'] }],
  [/\/(?:shared|embedded)\/\{token\}$/, { 200: ['text/html'] }],
  [/\/config\.js$/, { 200: ['application/javascript'] }],
  [/\/static\//, { 200: ['application/javascript'], 304: [] }],
  [/\/definitions\/$|\/local_evaluation\/$/, { 200: ['application/json'], 304: [] }],
  [/ \/(?:i\/v0\/e|e|capture|track|engage|batch)\/$/, { 200: ['application/json'], 204: [] }],
  [
    /^post .*\/(?:projects|personal_api_keys|members|insights|dashboards|actions|annotations|cohorts|tiles|deletions)\/$/,
    { 201: ['application/json'] },
  ],
  [/^post .*\/query\/$/, { 200: ROWS, 202: ['application/json'] }],
  [/^post .*\}\/invitations\/$/, { 201: ['application/json'] }],
]
const typesOf = ({ content = {} }: Operation['responses'][string]) => Object.keys(content)

test('every operation has its success, in its type', () => {
  for (const { path, method, operation } of operations()) {
    const call = `${method} ${path}`
    const [, expected] = SUCCESSES.find(([end]) => end.test(call)) ?? [null, { 200: ['application/json'] }]
    const documented = Object.entries(operation.responses).flatMap(([status, response]) =>
      /^[23]/.test(status) ? [[status, typesOf(response).filter((type) => type !== 'text/csv')]] : [],
    )
    expect([call, Object.fromEntries(documented)]).toEqual([call, expected])
  }
})

/** Returns the content type and the schema of an error. */
function errorFormOf(path: string, status: string): [string, string | undefined] {
  // The router responds before the route is known.
  if (/^\/(?:shared|embedded)\/\{token\}$/.test(path) && status !== '414') return ['text/html', undefined]
  // A flag that does not exist has no body of an error: posthog-node would take such a body for the flag's
  // payload.
  if (path.endsWith('/remote_config/') && status === '404') return ['application/json', undefined]
  // The second capture protocol has its own errors.
  const name = path === '/i/v1/analytics/events/' ? 'CaptureV1Error' : 'Error'
  return ['application/json', `#/components/schemas/${name}`]
}

test('every operation has its errors, described', () => {
  for (const { path, method, operation } of operations()) {
    const call = `${method} ${path}`
    const errors = Object.keys(operation.responses).filter((status) => /^(?!405)[45]/.test(status))
    const lookedUp = path.includes('{') ? ['404', '414'] : []
    const unread = method === 'delete' && '405' in operation.responses
    const expected = path.startsWith('/api/projects/')
      ? [...(unread ? [] : ['400']), '401', '403', '500', '503', ...lookedUp]
      : []
    expect(errors, call).toEqual(expect.arrayContaining(expected))
    for (const status of errors) {
      const [type, schema] = errorFormOf(path, status)
      const { content = {} } = operation.responses[status] ?? {}
      expect([call, status, Object.keys(content), content[type]?.schema.$ref]).toEqual([
        call,
        status,
        [type],
        schema,
      ])
    }
    for (const response of Object.values(operation.responses))
      expect(response.description, call).toMatch(/^(?!Default Response)./)
  }
})

test('the security of an operation is that of its route: a key with a scope or a session, any key, none', () => {
  for (const { path, method, operation } of operations()) {
    const route = {
      method: method.toUpperCase(),
      path: withoutLastSlash(path).replaceAll(/\{(\w+)\}/g, ':$1'),
    }
    const keyed = () => [{ personalApiKey: scopesOf(route) }, ...(isForSdks(route) ? [] : [{ session: [] }])]
    expect([route, operation.security]).toEqual([route, isOpen(route) ? [] : keyed()])
  }
})

const NEVER_DELETED = ['insights', 'dashboards', 'cohorts']
test.each(NEVER_DELETED)('DELETE of %s is 405 without a body, and never a success', (list) => {
  const operation = document.paths[`/api/projects/{project_id}/${list}/{id}/`]?.delete
  expect(operation?.responses['405']).toEqual({ description: expect.any(String) })
  expect(Object.keys(operation?.responses ?? {}).filter((status) => status.startsWith('2'))).toEqual([])
})

describe('the documented fields, by name and type', () => {
  const schemaOf = (name: string) => document.components.schemas[name] ?? {}
  const referenced = (schema: Schema | undefined) => schemaOf(schema?.$ref?.split('/').at(-1) ?? '')
  /** Returns the JSON types of a field, such as `integer|null`; `any` for a schema without a type. */
  function typesOf(schema: Schema | undefined): string {
    if (schema === undefined) return 'missing'
    if (schema.anyOf)
      return schema.anyOf.map((one) => (one.type === undefined ? 'object' : typesOf(one))).join('|')
    return [schema.type ?? 'any'].flat().join('|')
  }
  const typesIn = (schema: Schema | undefined, fields: object) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, typesOf(schema?.properties?.[field])]))

  const INSIGHT = {
    id: 'integer|null',
    short_id: 'string|null',
    name: 'string|null',
    derived_name: 'string|null',
    filters: 'any',
    query: 'any',
    order: 'integer|null',
    deleted: 'boolean',
    dashboards: 'array',
    dashboard_tiles: 'array',
    last_refresh: 'string|null',
    next_allowed_client_refresh: 'string|null',
    result: 'string|null',
    columns: 'string|null',
    created_at: 'string|null',
    created_by: 'object|null',
    description: 'string',
    updated_at: 'string|null',
    tags: 'array',
    favorited: 'boolean',
    saved: 'boolean',
    last_modified_at: 'string|null',
    last_modified_by: 'object|null',
    is_sample: 'boolean',
    effective_restriction_level: 'integer',
    effective_privilege_level: 'integer',
    timezone: 'string',
    is_cached: 'string',
    query_status: 'string|null',
    results: 'any',
  }
  const USER = {
    id: 'integer',
    uuid: 'string',
    distinct_id: 'string',
    first_name: 'string',
    last_name: 'string',
    email: 'string',
    is_email_verified: 'boolean',
    hedgehog_config: 'object',
  }
  const PAGE = { count: 'integer', next: 'string|null', previous: 'string|null', results: 'array' }
  const COMPUTATION = {
    is_cached: 'boolean',
    last_refresh: 'string|null',
    timezone: 'string',
    result: 'array',
  }
  const ERROR = { type: 'string', code: 'string', detail: 'string', attr: 'string|null' }

  test.each([
    ['Insight', INSIGHT],
    ['User', USER],
    ['PaginatedInsightList', PAGE],
    ['TrendResult', COMPUTATION],
    // Times to convert without a breakdown are an object.
    ['FunnelResult', { ...COMPUTATION, result: 'array|object' }],
    ['Error', ERROR],
  ])('%s: a field with no value is null, never missing', (name, fields) => {
    expect(typesIn(schemaOf(name), fields)).toEqual(fields)
    expect(schemaOf(name).required).toEqual(expect.arrayContaining(Object.keys(fields)))
  })

  test('the items of a trend', () => {
    // The call of a trend also answers stickiness and lifecycle, whose items come after those of trends.
    const item = referenced(schemaOf('TrendResult').properties?.result?.items?.anyOf?.[0])
    const fields = { data: 'array', days: 'array', labels: 'array', label: 'string', filter: 'object' }
    expect(typesIn(item, fields)).toEqual(fields)
    const filter = {
      events: 'array',
      actions: 'array',
      properties: 'object',
      filter_test_accounts: 'boolean',
      date_from: 'string',
      date_to: 'string',
    }
    expect(typesIn(item?.properties?.filter, filter)).toEqual(filter)
    const entity = { id: 'string|null', properties: 'array', math: 'string' }
    expect(typesIn(item?.properties?.filter?.properties?.events?.items, entity)).toEqual(entity)
  })

  test('the steps of a funnel', () => {
    const fields = {
      count: 'integer',
      action_id: 'string|null',
      average_conversion_time: 'number|null',
      median_conversion_time: 'number|null',
      converted_people_url: 'string|null',
      dropped_people_url: 'string|null',
      order: 'string',
    }
    const [list] = schemaOf('FunnelResult').properties?.result?.anyOf ?? []
    expect(typesIn(list?.items?.anyOf?.[0], fields)).toEqual(fields)
  })

  test('the fields of a write', () => {
    const fields = 'name derived_name filters query order deleted dashboards description'.split(' ')
    const { properties, required } = schemaOf('InsightWrite')
    expect(Object.keys(properties ?? {})).toEqual(
      expect.arrayContaining([...fields, 'tags', 'favorited', 'saved']),
    )
    expect(required ?? []).toEqual([])
  })
})
