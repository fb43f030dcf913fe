import { describe, expect, test } from 'vitest'
import { describeOperation, type RoutedOperation } from './describe-operation.ts'

const UNSAID = { description: 'Default Response' }
const JSON_BODY = { 'application/json': { schema: {} } }
const SECURITY = [{ personalApiKey: [] }, { session: [] }]
const described = (method: string, path: string, operation: RoutedOperation) =>
  describeOperation(method, path, operation, SECURITY)

test.each([
  ['get', '/api/projects/{project_id}/insights/{id}/', 'getProjectsByProjectIdInsightsById'],
  ['patch', '/api/environments/{project_id}', 'patchEnvironmentsByProjectId'],
  ['get', '/array/{token}/config.js', 'getArrayByTokenConfigJs'],
  ['post', '/i/v0/e/', 'postIV0E'],
])('%s %s is called %s', (method, path, name) => {
  expect(described(method, path, {}).operationId).toBe(name)
})

describe('one line', () => {
  test.each([
    ['get', '/api/projects/{project_id}/insights/', 'Call 1: list insights'],
    [
      'get',
      '/api/environments/{project_id}/insights/{insight_id}/sharing',
      'Call 3: the sharing of an insight',
    ],
    ['get', '/api/{project_id}/groups_types/', 'The kinds of groups'],
    ['get', '/api/projects/{project_id}', 'One project'],
    ['get', '/api/projects/', 'List projects'],
    ['get', '/api/organizations/{organization_id}/projects/{project_id}', 'One project'],
    ['post', '/api/projects/{project_id}/some_things/{id}/copy/', undefined],
  ])('about %s %s', (method, path, summary) => {
    expect(described(method, path, {}).summary).toBe(summary)
  })

  test('is the one of the route where that has one', () => {
    expect(described('get', '/api/projects/', { summary: 'Its own' }).summary).toBe('Its own')
  })
})

describe('security', () => {
  test('names the scope', () => {
    const { security, ...rest } = described('get', '/api/x/', {
      'x-scope': 'x:read',
      'x-reads-query': true,
    })
    expect(security).toEqual([{ personalApiKey: ['x:read'] }, { session: [] }])
    expect(Object.keys(rest).filter((name) => name.startsWith('x-'))).toEqual([])
  })
  test.each([null, undefined])('without a scope (%s) is the same for all', (scope) => {
    expect(described('get', '/api/x/', { 'x-scope': scope ?? null }).security).toEqual(SECURITY)
  })
  test('of a route that is open stays so', () => {
    expect(described('get', '/x/', { security: [], 'x-scope': null }).security).toEqual([])
  })
})

describe('responses', () => {
  const statuses = (method: string, path: string, operation: RoutedOperation = {}) => {
    const all = Object.fromEntries(
      ['200', '400', '403', '404', '413', '415'].map((status) => [status, UNSAID]),
    )
    return Object.keys(described(method, path, { responses: all, ...operation }).responses ?? {})
  }
  test.each([
    ['get', '/api/x/', ['200', '403']],
    ['post', '/api/x/', ['200', '400', '403', '413', '415']],
    ['get', '/api/x/{id}/', ['200', '403', '404', '414']],
    ['delete', '/api/x/{id}/', ['200', '400', '403', '404', '413', '414', '415']],
  ])('%s %s', (method, path, expected) => {
    expect(statuses(method, path)).toEqual(expected)
  })
  test('of a route that is open are those that it says', () => {
    const all = ['200', '400', '403', '404', '413', '415']
    expect(statuses('get', '/x/', { security: [], 'x-scope': null })).toEqual(all)
  })
  test('of a question are also that it is wrong', () => {
    expect(statuses('get', '/api/x/', { 'x-reads-query': true })).toContain('400')
  })
  test.each([
    ['get', ['200']],
    ['patch', ['200', '400', '403', '413', '415']],
  ])('of %s for any key: a session may not change from any page', (method, expected) => {
    expect(statuses(method, '/api/x/', { 'x-scope': null })).toEqual(expected)
  })

  test('say what a status means, unless the route does', () => {
    const { responses } = described('get', '/x/', {
      responses: { 200: UNSAID, 405: { description: 'Its own' } },
    })
    expect(responses).toEqual({ 200: { description: 'Success.' }, 405: { description: 'Its own' } })
  })

  test('are tables as well where the operation takes format', () => {
    const format = { name: 'format', in: 'query' }
    const responses = {
      200: { ...UNSAID, content: JSON_BODY },
      204: UNSAID,
      400: { ...UNSAID, content: JSON_BODY },
    }
    const types = (parameters: (typeof format)[]) =>
      Object.values(described('post', '/x/', { parameters, responses }).responses ?? {}).map((response) =>
        Object.keys(('content' in response && response.content) || {}),
      )
    expect(types([format])).toEqual([['application/json', 'text/csv'], [], ['application/json']])
    expect(types([{ ...format, in: 'path' }])).toEqual([['application/json'], [], ['application/json']])
  })
})
