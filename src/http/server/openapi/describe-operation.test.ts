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
