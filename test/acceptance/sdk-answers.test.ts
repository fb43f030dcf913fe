import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const REMOTE_CONFIG = {
  supportedCompression: ['gzip', 'gzip-js'],
  analytics: { endpoint: '/i/v0/e/' },
  elementsChainAsString: true,
  autocapture_opt_out: false,
  sessionRecording: false,
  heatmaps: false,
  surveys: false,
  capturePerformance: false,
  defaultIdentifiedOnly: true,
  siteApps: [],
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('feature flags', () => {
  const paths = [
    '/flags/?v=2',
    '/flags?v=2',
    '/flags/',
    '/decide/?v=3',
    '/decide?v=3&ip=1&ver=1.200.0',
    '/decide/?v=1',
  ]
  const bodies: readonly (string | Buffer | undefined)[] = [
    JSON.stringify({ token: TOKEN, distinct_id: 'ada' }),
    JSON.stringify({ api_key: TOKEN, distinct_id: 'ada' }),
    'data=eyJ0b2tlbiI6ImEifQ%3D%3D',
    Buffer.from([0x1f, 0x8b, 0, 255]),
    undefined,
  ]
  test.each(paths)('%s has no flags, in the fields of every version', async (url) => {
    for (const payload of bodies) {
      const response = await server.app.server.inject({
        method: 'POST',
        url,
        ...(payload !== undefined && { payload, headers: { 'content-type': 'text/plain' } }),
      })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({
        flags: {},
        featureFlags: {},
        featureFlagPayloads: {},
        errorsWhileComputingFlags: false,
        requestId: expect.stringMatching(UUID),
        evaluatedAt: server.nowMs,
        ...REMOTE_CONFIG,
        isAuthenticated: false,
        toolbarParams: {},
        config: { enable_collect_everything: true },
      })
    }
    expect((await server.request('GET', url, undefined, null)).status).toBe(200)
  })
})

describe('remote config', () => {
  const config = { ...REMOTE_CONFIG, hasFeatureFlags: false }

  test.each(['', '/'])('as JSON, with %j at the end', async (slash) => {
    const { status, body } = await server.request('GET', `/array/${TOKEN}/config${slash}`, undefined, null)
    expect({ status, body }).toEqual({ status: 200, body: config })
  })

  test.each([TOKEN, '__proto__', 'constructor', '0', '-'])('as a script for the token %s', async (token) => {
    const response = await server.app.server.inject({ url: `/array/${token}/config.js` })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    })
    // biome-ignore lint/suspicious/noExplicitAny: the test reads the globals that the script sets
    const page: any = { window: { _POSTHOG_REMOTE_CONFIG: { other: 1 } } }
    runInNewContext(response.body, page)
    // The script's objects have prototypes of another context, which a JSON copy does not have.
    const left = JSON.parse(JSON.stringify(page.window._POSTHOG_REMOTE_CONFIG[token]))
    expect(left).toEqual({ config, siteApps: [] })
    expect(page.window._POSTHOG_REMOTE_CONFIG.other).toBe(1)
  })

  test.each(['%22%5D%3Balert(1)%2F%2F', '%3C%2Fscript%3E', '%E2%80%A8', 'a%00b', 'a.b', '%F0%9F%99%82'])(
    'an invalid token is refused: %s',
    async (token) => {
      for (const file of ['config', 'config.js']) {
        const { status, body } = await server.request('GET', `/array/${token}/${file}`, undefined, null)
        expect([status, body.attr]).toEqual([400, 'token'])
      }
    },
  )
})

describe.each(['/flags/definitions', '/api/feature_flag/local_evaluation'])('%s', (path) => {
  const of = (token: string, key: string | null = KEY) =>
    server.request('GET', `${path}?token=${token}&send_cohorts`, undefined, key)

  test('needs a personal key', async () => {
    for (const key of [null, 'phx_unknown_0123456789', TOKEN]) {
      const { status, headers } = await of(TOKEN, key)
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    }
  })

  test('accepts any scope, for the projects of the key only', async () => {
    const other = await server.newProject()
    const key = await server.newKey(['insight:read'], [other.id])
    expect((await of(other.token, key)).status).toBe(200)
    const foreign = await of(TOKEN, key)
    expect(foreign).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
    // The response to an unknown token is the same.
    expect(await of('phc_nobody_has_this_token', key)).toMatchObject({ status: 403, body: foreign.body })
  })

  test('has the first project of the key without a token', async () => {
    const { token } = await server.newProject()
    await server.capture([{ event: 'a', distinct_id: 'b', properties: { $groups: { team: 't' } } }], token)
    const { status, body } = await server.request('GET', `${path}/`)
    expect({ status, body }).toEqual({
      status: 200,
      body: { flags: [], group_type_mapping: {}, cohorts: {} },
    })
  })

  test('has the group types by index, and an entity tag that changes with them', async () => {
    const { token } = await server.newProject()
    const mention = (groups: object) =>
      server.capture([{ event: 'a', distinct_id: 'ada', properties: { $groups: groups } }], token)
    await mention({ organization: 'org:5' })
    const first = await of(token)
    expect(first.body).toEqual({ flags: [], group_type_mapping: { 0: 'organization' }, cohorts: {} })

    const again = async (etag: unknown) => {
      const response = await server.app.server.inject({
        url: `${path}?token=${token}&send_cohorts`,
        headers: { authorization: `Bearer ${KEY}`, 'if-none-match': String(etag) },
      })
      return { status: response.statusCode, text: response.body, etag: response.headers.etag }
    }
    const { etag } = first.headers
    expect(await again(etag)).toEqual({ status: 304, text: '', etag })

    await mention({ team: 'blue', organization: 'org:5' })
    const changed = await again(etag)
    expect(changed.status).toBe(200)
    expect(JSON.parse(changed.text).group_type_mapping).toEqual({ 0: 'organization', 1: 'team' })
    expect(changed.etag).not.toBe(etag)
  })
})
