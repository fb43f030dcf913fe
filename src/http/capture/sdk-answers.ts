import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { FlagsAnswer, RemoteConfig, SCRIPT_TYPE, ScriptAnswer, TokenPath } from '#contract/sdk.ts'
import { route } from '#http/server/route.ts'
import { scriptSafe } from '#http/server/script-safe.ts'
import type { Clock } from '#shared/clock.ts'
import { takeAnyBody } from './wire-request.ts'

const CONFIG_SECONDS = 300

interface SdkAnswerDeps {
  readonly clock: Clock
  readonly maxBodyBytes: number
}
const SDK = { tag: 'sdk', isOpen: true, reads: 'any type' } as const

/**
 * The feature flags and remote config of SDKs. They are the same for every project, so that no token is looked up: a wrong
 * one has no effect until the SDK sends events.
 */
export async function sdkAnswerRoutes(app: FastifyInstance, deps: SdkAnswerDeps): Promise<void> {
  takeAnyBody(app, deps.maxBodyBytes)
  for (const path of ['/flags/', '/decide/'])
    route(
      app,
      {
        get: path,
        post: path,
        summary: 'Feature flags of a person; there are none',
        ...SDK,
        bodyLimit: deps.maxBodyBytes,
        answer: FlagsAnswer,
      },
      async () => toFlagsAnswer(randomUUID(), deps.clock()),
    )
  route(
    app,
    {
      get: '/array/:token/config',
      summary: 'Remote config of an SDK',
      ...SDK,
      params: TokenPath,
      answer: RemoteConfig,
      responses: { 400: ErrorBody },
    },
    async (_request, reply) => {
      reply.header('Cache-Control', `public, max-age=${CONFIG_SECONDS}`)
      return toRemoteConfig()
    },
  )
  route(
    app,
    {
      get: '/array/:token/config.js',
      summary: 'Remote config of an SDK, as a script',
      ...SDK,
      params: TokenPath,
      answer: ScriptAnswer,
      responses: { 400: ErrorBody },
    },
    async ({ params }, reply) =>
      reply
        .header('Cache-Control', `public, max-age=${CONFIG_SECONDS}`)
        .header('X-Content-Type-Options', 'nosniff')
        .type(SCRIPT_TYPE)
        .send(configScript(params.token)),
  )
}

/** A script that sets the remote config where the browser SDK reads it. */
export function configScript(token: string): string {
  const entry = JSON.stringify({ config: toRemoteConfig(), siteApps: [] })
  const json = scriptSafe(`[${JSON.stringify(token)}]=${entry}`)
  return `(window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{})${json};\n`
}

/** Makes every version of the browser SDK send events and nothing else. */
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
} as const

const toRemoteConfig = (): z.infer<typeof RemoteConfig> => ({
  ...REMOTE_CONFIG,
  supportedCompression: [...REMOTE_CONFIG.supportedCompression],
  siteApps: [],
  hasFeatureFlags: false,
})

const toFlagsAnswer = (requestId: string, evaluatedAtMs: number): z.infer<typeof FlagsAnswer> => ({
  flags: {},
  featureFlags: {},
  featureFlagPayloads: {},
  errorsWhileComputingFlags: false,
  requestId,
  evaluatedAt: evaluatedAtMs,
  ...REMOTE_CONFIG,
  supportedCompression: [...REMOTE_CONFIG.supportedCompression],
  siteApps: [],
  isAuthenticated: false,
  toolbarParams: {},
  config: { enable_collect_everything: true },
})
