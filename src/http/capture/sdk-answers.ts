import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { sdkErrorResponses } from '#contract/error-body.ts'
import { FlagsAnswer, RemoteConfig, SCRIPT_TYPE, ScriptAnswer, TokenPath } from '#contract/sdk.ts'
import { scriptSafe } from '#http/server/script-safe.ts'
import type { Clock } from '#shared/clock.ts'
import { takeAnyBody } from './wire-request.ts'

const CONFIG_SECONDS = 300

/**
 * What SDKs ask before and beside sending events. Every project gets the same answers, so no token is looked up: one
 * that is wrong shows where events are refused.
 */
export function sdkAnswerRoutes(deps: {
  readonly clock: Clock
  readonly maxBodyBytes: number
}): FastifyPluginAsyncZod {
  return async (app) => {
    takeAnyBody(app, deps.maxBodyBytes)
    const open = { tags: ['sdk'], security: [] }
    for (const url of ['/flags/', '/decide/'])
      for (const method of ['GET', 'POST'] as const)
        app.route({
          url,
          method,
          bodyLimit: deps.maxBodyBytes,
          schema: {
            ...open,
            summary: 'The feature flags of a person: there are none',
            response: { 200: FlagsAnswer, ...sdkErrorResponses },
          },
          handler: async () => toFlagsAnswer(randomUUID(), deps.clock()),
        })
    app.get(
      '/array/:token/config',
      {
        schema: {
          ...open,
          summary: 'What an SDK shall do',
          params: TokenPath,
          response: { 200: RemoteConfig, ...sdkErrorResponses },
        },
      },
      async (_request, reply) => {
        reply.header('Cache-Control', `public, max-age=${CONFIG_SECONDS}`)
        return toRemoteConfig()
      },
    )
    app.get(
      '/array/:token/config.js',
      {
        schema: {
          ...open,
          summary: 'The same as a script',
          params: TokenPath,
          response: { 200: ScriptAnswer, ...sdkErrorResponses },
        },
      },
      async ({ params }, reply) =>
        reply
          .header('Cache-Control', `public, max-age=${CONFIG_SECONDS}`)
          .header('X-Content-Type-Options', 'nosniff')
          .type(SCRIPT_TYPE)
          .send(configScript(params.token)),
    )
  }
}

/** The script that leaves the remote config where the browser SDK looks for it. */
export function configScript(token: string): string {
  const entry = JSON.stringify({ config: toRemoteConfig(), siteApps: [] })
  const json = scriptSafe(`[${JSON.stringify(token)}]=${entry}`)
  return `(window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{})${json};\n`
}

/** What makes every generation of browser SDKs quiet: events and nothing else. */
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
