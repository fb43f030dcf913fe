import type { AddressInfo } from 'node:net'
import { PostHog } from 'posthog-node'
import { beforeAll, describe, expect, test } from 'vitest'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const RESOURCES = [
  ['feature_flags', 'feature_flag'],
  ['experiments', 'experiment'],
  ['surveys', 'survey'],
  ['session_recordings', 'session_recording'],
  ['early_access_features', 'early_access_feature'],
  ['hooks', 'webhook'],
]

describe.each(RESOURCES)('%s', (name, object) => {
  test.each(['projects/1', 'environments/@current'])('are an empty list, also under %s', async (project) => {
    const key = await server.newKey([`${object}:read`])
    for (const query of ['', '?limit=100&offset=0', '?search=beta&active=true&type=boolean']) {
      const { status, body } = await server.request('GET', `/api/${project}/${name}/${query}`, undefined, key)
      expect([status, body]).toEqual([200, { count: 0, next: null, previous: null, results: [] }])
    }
    const other = await server.newKey(['insight:read'])
    const refused = await server.request('GET', `/api/${project}/${name}`, undefined, other)
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
  })

  test('are not written, and the answer tells why', async () => {
    const path = `/api/projects/1/${name}/`
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await server.request(method, path, { name: 'New', key: 'new' })
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD'])
      expect(body).toEqual({
        type: 'invalid_request',
        code: 'method_not_allowed',
        detail: expect.stringMatching(`^Method "${method}" not allowed\\. This server .*\\.$`),
        attr: null,
      })
    }
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await server.request(method, `${path}7/`, method === 'GET' ? undefined : {})).status).toBe(404)
  })

  test('have a sentence in the document that tells why there are none', async () => {
    const { body } = await server.request('GET', '/api/schema/', undefined, null)
    expect(body.paths[`/api/projects/{project_id}/${name}/`].get.description).toMatch(/^This server /)
  })
})

describe('a page of any origin', () => {
  test.each([
    ['/api/surveys/?token=x&ver=1.434.18&_=1', { surveys: [], survey_config: null }],
    ['/api/early_access_features/?token=x&stage=beta&stage=alpha', { earlyAccessFeatures: [] }],
    ['/api/web_experiments/?token=x', { experiments: [] }],
  ])('reads %s without a key', async (url, expected) => {
    const origin = 'https://shop.example'
    const response = await server.app.server.inject({ url, headers: { origin } })
    expect([response.statusCode, response.json()]).toEqual([200, expected])
    expect(response.headers['access-control-allow-origin']).toBe(origin)
    const preflight = await server.app.server.inject({ method: 'OPTIONS', url, headers: { origin } })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, origin])
  })

  test('reads nothing else of /api', async () => {
    for (const url of ['/api/surveys_of_all/', '/api/projects/1/surveys/', '/api/projects/']) {
      const { headers } = await server.app.server.inject({ url, headers: { origin: 'https://shop.example' } })
      expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined])
    }
  })
})

describe('posthog-node', () => {
  let host = ''
  beforeAll(async () => {
    await server.app.server.listen({ port: 0, host: '127.0.0.1' })
    host = `http://127.0.0.1:${(server.app.server.server.address() as AddressInfo).port}`
  })

  test('gets no payload of a flag, rather than an error as a payload', async () => {
    const personalApiKey = await server.newKey(['feature_flag:read'])
    const client = new PostHog(TOKEN, { host, personalApiKey, enableLocalEvaluation: false })
    const errors: unknown[] = []
    client.on('error', (error) => errors.push(error))
    expect(await client.getRemoteConfigPayload('checkout')).toBe('')
    await client.shutdown()
    expect(errors).toEqual([])
  })
})
