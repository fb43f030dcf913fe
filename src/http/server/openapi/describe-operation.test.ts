import { describe, expect, test } from 'vitest'
import { describeOperation } from './describe-operation.ts'

const UNDESCRIBED = { description: 'Default Response' }
const JSON_BODY = { 'application/json': { schema: {} } }

test.each([
  ['get', '/api/projects/{project_id}/insights/{id}/', 'getProjectsByProjectIdInsightsById'],
  ['patch', '/api/environments/{project_id}', 'patchEnvironmentsByProjectId'],
  ['get', '/array/{token}/config.js', 'getArrayByTokenConfigJs'],
  ['post', '/i/v0/e/', 'postIV0E'],
])('%s %s is called %s', (method, path, name) => {
  expect(describeOperation(method, path, {}).operationId).toBe(name)
})

test('the description of the route stays', () => {
  const said = { summary: 'One thing', tags: ['things'], security: [{ personalApiKey: ['x:read'] }] }
  expect(describeOperation('get', '/api/x/', said)).toMatchObject(said)
})

describe('responses', () => {
  test('have the meaning of their status, unless the route describes them', () => {
    const { responses } = describeOperation('get', '/x/', {
      responses: { 200: UNDESCRIBED, 405: { description: 'Its own' } },
    })
    expect(responses).toEqual({ 200: { description: 'Success.' }, 405: { description: 'Its own' } })
  })

  test('have a CSV form if the operation has the parameter format', () => {
    const format = { name: 'format', in: 'query' }
    const responses = {
      200: { ...UNDESCRIBED, content: JSON_BODY },
      204: UNDESCRIBED,
      400: { ...UNDESCRIBED, content: JSON_BODY },
    }
    const types = (parameters: (typeof format)[]) =>
      Object.values(describeOperation('post', '/x/', { parameters, responses }).responses ?? {}).map(
        (response) => Object.keys(('content' in response && response.content) || {}),
      )
    expect(types([format])).toEqual([['application/json', 'text/csv'], [], ['application/json']])
    expect(types([{ ...format, in: 'path' }])).toEqual([['application/json'], [], ['application/json']])
  })
})

describe('the example of a route', () => {
  const project = { name: 'project_id', in: 'path' }
  const key = { name: 'key', in: 'query' }
  const given: object = { 'x-example': { query: { key: 'plan' }, body: { name: 'Ada' } } }

  test('is in its parameters and its body, and nowhere else', () => {
    const requestBody = { required: true, content: JSON_BODY }
    const described = describeOperation('post', '/x/', { parameters: [project, key], requestBody, ...given })
    expect(described).not.toHaveProperty('x-example')
    expect(described.parameters).toEqual([
      { ...project, example: '@current' },
      { ...key, example: 'plan' },
    ])
    expect(described.requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: {}, example: { name: 'Ada' } } },
    })
  })

  test('is the only thing in the body of an operation that takes any, and a GET has none', () => {
    const content = { 'application/json': { schema: {}, example: { name: 'Ada' } } }
    expect(describeOperation('post', '/x/', given).requestBody).toEqual({ content })
    expect(describeOperation('get', '/x/', given)).not.toHaveProperty('requestBody')
  })
})
