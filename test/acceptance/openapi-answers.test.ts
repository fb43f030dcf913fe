import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ApiDocument,
  compareWith,
  type Disagreement,
  type Operation,
  operationsOf,
  resolved,
  sampleOf,
} from '../fixtures/documented.ts'
import { KEY, type TestProject, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

/**
 * What the document cannot say of a request that succeeds: a question needs events that are there. By the end of the path,
 * beside the values that the document itself asks for.
 */
const BODIES: readonly (readonly [RegExp, object])[] = [
  [/\/insights\/(?:trend|funnel)\/$/, { events: [{ id: 'visited' }, { id: 'visited', order: 1 }] }],
  [/^\/(?:i|e|capture|track|engage|batch|s|ses)\//, { api_key: TOKEN, event: 'visited', distinct_id: 'ada' }],
  [/\/v1\/analytics\/events\/$/, { batch: [] }],
]
const PARAMETERS: Readonly<Record<string, string>> = {
  token: TOKEN,
  name: 'array.js',
  file: 'surveys.js',
  group_type_index: '0',
  group_key: 'acme',
  key: 'name',
}
/** Operations whose one answer is no success, or that take what only SDKs can write. */
const WITHOUT_SUCCESS = /^DELETE .*\/insights\/\{id\}\/$|^GET \/(?:i\/v0\/e|e|capture|track|engage|batch)\/$/

let document: ApiDocument
let operations: Operation[] = []
let disagreementOf: Disagreement
let project: TestProject
const otherKeys = { group: '', insight: '' }
beforeAll(async () => {
  document = (await server.request('GET', '/api/schema/', undefined, null)).body
  operations = operationsOf(document)
  disagreementOf = compareWith(document)
  otherKeys.group = await server.newKey(['group:read'])
  otherKeys.insight = await server.newKey(['insight:read'])
  project = await server.newProject()
  const properties = { $groups: { company: 'acme' }, $set: { name: 'Ada' } }
  await server.capture(
    [
      // Several persons: some are deleted.
      ...['ada', 'bob', 'cid', 'dan', 'eva', 'fay'].map((id) => ({
        event: 'visited',
        distinct_id: id,
        properties,
      })),
      {
        event: '$groupidentify',
        distinct_id: 'ada',
        properties: { $group_type: 'company', $group_key: 'acme', $group_set: { name: 'Acme' } },
      },
    ],
    project.token,
  )
})

interface Request {
  readonly search?: Readonly<Record<string, string>>
  readonly path?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly contentType?: string
  readonly key?: string | null
}

/** What is wrong with the answer to a request, seen with the document. */
async function send(operation: Operation, request: Request = {}) {
  const path = await pathOf(operation, request.path ?? {})
  const search = new URLSearchParams({ ...requiredOf(operation), ...request.search })
  const body = 'body' in request ? request.body : bodyOf(operation)
  const key = request.key === undefined ? keyOf(operation) : request.key
  const { statusCode, headers, payload } = await server.app.server.inject({
    method: operation.method as 'GET',
    url: `${path}${search.size > 0 ? `?${search}` : ''}`,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': request.contentType ?? 'application/json' }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = { status: statusCode, contentType: headers['content-type'], text: payload }
  const disagreement = disagreementOf(operation, answer)
  return {
    ...answer,
    wrong: disagreement && `${operation.name}${search.size > 0 ? `?${search}` : ''} ${disagreement}`,
  }
}

const isWriting = ({ method }: Operation) => ['POST', 'PUT', 'PATCH'].includes(method)
const isKeyed = ({ security }: Operation) => security.length > 0
const keyOf = (operation: Operation) => {
  if (isKeyed(operation)) return KEY
  return operation.path.startsWith('/i/v1/analytics') ? TOKEN : null
}

const schemaSentTo = ({ requestBody }: Operation) =>
  resolved(requestBody?.content['application/json']?.schema ?? {}, document)

function bodyOf(operation: Operation): unknown {
  if (!isWriting(operation)) return undefined
  const sample = sampleOf(schemaSentTo(operation), document)
  if (Array.isArray(sample)) return sample
  const [, known] = BODIES.find(([path]) => path.test(operation.path)) ?? []
  return { ...(typeof sample === 'object' ? sample : {}), ...known }
}

const requiredOf = ({ parameters = [] }: Operation) =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => [name, PARAMETERS[name] ?? String(sampleOf(schema, document))]),
  )

/** The path with real values in it; `given` ones come first. */
async function pathOf({ method, path }: Operation, given: Readonly<Record<string, string>>): Promise<string> {
  let filled = ''
  for (const part of path.split(/(?<=\/)/)) {
    const isDeleted = method === 'DELETE' && path.endsWith(part)
    const [whole, name] = /^\{(\w+)\}/.exec(part) ?? []
    if (whole === undefined || name === undefined) filled += part
    else filled += part.replace(whole, given[name] ?? (await valueFor(name, filled, isDeleted)))
  }
  return filled
}

const made = new Map<string, string>()

/** The id of something in a collection: made by its POST where it has one, a new one where it is deleted, else the first listed. */
async function valueFor(name: string, collection: string, isDeleted: boolean): Promise<string> {
  const isProject = name === 'project_id'
  if (isProject && !isDeleted) return String(project.id)
  const known = PARAMETERS[name] ?? made.get(collection)
  if (known !== undefined && !isDeleted) return known
  const id = (await idMade(isProject ? '/api/projects/' : collection)) ?? (await idListed(collection, name))
  if (isDeleted) made.clear()
  else made.set(collection, id)
  return id
}

/** The operation that a real path belongs to. */
const operationAt = (method: string, path: string) =>
  operations.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )

async function idMade(collection: string): Promise<string | undefined> {
  const post = operationAt('POST', collection)
  if (post === undefined) return undefined
  const { body } = await server.request('POST', collection, bodyOf(post))
  return body?.id === undefined ? undefined : String(body.id)
}

async function idListed(collection: string, name: string): Promise<string> {
  const { body } = await server.request('GET', collection)
  const [first] = Array.isArray(body) ? body : (body?.results ?? [])
  return String(first?.[name] ?? first?.id ?? 'nothing')
}

/** Those that destroy come last, what is inside of something before it. */
const inOrder = (all: readonly Operation[]) =>
  [...all].sort(
    (a, b) =>
      Number(a.method === 'DELETE') - Number(b.method === 'DELETE') ||
      b.path.split('/').length - a.path.split('/').length,
  )

/**
 * Sends each of the requests that fit to every operation, and expects each answer to be documented, and of this status or
 * any that `isRight`.
 */
async function check(
  requests: (operation: Operation) => readonly Request[],
  isRight: (status: number, operation: Operation) => boolean = () => true,
): Promise<void> {
  const wrong = []
  let count = 0
  for (const operation of inOrder(operations))
    for (const request of requests(operation)) {
      const answer = await send(operation, request)
      count++
      if (answer.wrong !== undefined) wrong.push(answer.wrong)
      else if (!isRight(answer.status, operation))
        wrong.push(`${operation.name} ${JSON.stringify(request)} answers ${answer.status} ${answer.text}`)
    }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(10)
}
/** The same routes stand under environments/ once more; who may ask and what succeeds is tried there as well. */
const isOnce = ({ path }: Operation) => !path.startsWith('/api/environments/')
const is = (expected: number) => (status: number) => status === expected

describe('errors', () => {
  test('without a key', () =>
    check((one) => (isKeyed(one) ? [{ key: null }, { key: 'phx_unknown_012345' }] : []), is(401)))

  test('with a key for something else', () =>
    check(({ security }) => {
      const scope = security.flatMap(({ personalApiKey = [] }) => personalApiKey)[0]
      if (scope === undefined) return []
      return [{ key: scope.startsWith('group') ? otherKeys.insight : otherKeys.group }]
    }, is(403)))

  test('of an unknown project', () =>
    check(({ path }) => (path.includes('{project_id}') ? [{ path: { project_id: '987654' } }] : []), is(404)))

  test('of an unknown thing', () =>
    check((operation) => {
      if (!isOnce(operation)) return []
      const { path } = operation
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const all = (value: string) =>
        Object.fromEntries(names.filter((name) => name !== 'project_id').map((name) => [name, value]))
      return names.length === 0
        ? []
        : ['987654', 'no%20such', '%00', 'x'.repeat(201)].map((value) => ({ path: all(value) }))
    }))

  test('of parameters that are unknown or cannot be', () =>
    check((operation) => {
      if (!isOnce(operation)) return []
      const { parameters = [] } = operation
      const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      const each = names.map((name) => ({ search: { [name]: '\0=x' } }))
      return [{ search: { no_such_parameter: '1' } }, ...each]
    }))

  test('of bodies that cannot be', () =>
    check((operation) => {
      if (!isWriting(operation) || !isOnce(operation)) return []
      const names = Object.keys(schemaSentTo(operation).properties ?? {})
      const mistyped = names.map((name) => ({ body: { [name]: { no: ['such'] } } }))
      return [
        ...['{', '[]', 'null', '7', '"\\ud800"', '[{}]'].map((body) => ({ body })),
        ...mistyped,
        { body: 'a=b', contentType: 'text/plain' },
        { body: JSON.stringify('x'.repeat(1 << 20)) },
      ]
    }))
})

describe('successes', () => {
  const isSuccess = (status: number, { name }: Operation) => status < 300 || WITHOUT_SUCCESS.test(name)
  const isAsked = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === 'format')

  test('of every operation', () => check(() => [{}], isSuccess))

  test('as CSV', () => check((one) => (isAsked(one) ? [{ search: { format: 'csv' } }] : []), isSuccess))
})
