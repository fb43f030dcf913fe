import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { FlagsAnswer, RemoteConfig, SCRIPT_TYPE, ScriptAnswer, TokenPath } from '#contract/sdk.ts'
import { route } from '#http/server/route.ts'
import { scriptSafe } from '#http/server/script-safe.ts'
import { sentToken } from '#ingest/wire/sent-token.ts'
import { parseWireBody } from '#ingest/wire/wire-body.ts'
import type { ProjectStore } from '#metadata/projects/project-store.ts'
import type { Clock } from '#shared/clock.ts'
import { takeAnyBody, toWireRequest } from './wire-request.ts'

const CONFIG_SECONDS = 300

interface SdkAnswerDeps {
  readonly projects: Pick<ProjectStore, 'byToken'>
  readonly clock: Clock
  readonly maxBodyBytes: number
}
const SDK = { tag: 'sdk', isOpen: true, reads: 'any type' } as const

/**
 * Registers the feature flags and the remote config of SDKs. The responses depend only on the settings of
 * the project about what SDKs collect. A request with an unknown token gets the response of a project
 * without settings; the SDK gets an error only when it sends events.
 */
export async function sdkAnswerRoutes(app: FastifyInstance, deps: SdkAnswerDeps): Promise<void> {
  takeAnyBody(app, deps.maxBodyBytes)
  for (const path of ['/flags/', '/decide/'])
    route(
      app,
      {
        get: path,
        post: path,
        summary: 'Get the feature flags of a person (always empty)',
        example: { body: { api_key: 'phc_...', distinct_id: 'ada' } },
        ...SDK,
        bodyLimit: deps.maxBodyBytes,
        answer: FlagsAnswer,
      },
      async (request) => {
        const config = await configOf(deps, await tokenOf(request, deps.maxBodyBytes))
        return toFlagsAnswer(config, randomUUID(), deps.clock())
      },
    )
  route(
    app,
    {
      get: '/array/:token/config',
      summary: 'Get the remote config of an SDK',
      ...SDK,
      params: TokenPath,
      answer: RemoteConfig,
      responses: { 400: ErrorBody },
    },
    async ({ params }, reply) => {
      reply.header('Cache-Control', `public, max-age=${CONFIG_SECONDS}`)
      return configOf(deps, params.token)
    },
  )
  route(
    app,
    {
      get: '/array/:token/config.js',
      summary: 'Get the remote config of an SDK, as a script',
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
        .send(configScript(params.token, await configOf(deps, params.token))),
  )
}

/** Returns a script that assigns the remote config to the global variable that the browser SDK reads. */
export function configScript(token: string, config: z.infer<typeof RemoteConfig>): string {
  const entry = JSON.stringify({ config, siteApps: [] })
  const json = scriptSafe(`[${JSON.stringify(token)}]=${entry}`)
  return `(window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{})${json};\n`
}

/** The remote config with which every version of the browser SDK sends events and uses no other feature. */
const REMOTE_CONFIG = {
  supportedCompression: ['gzip', 'gzip-js'],
  analytics: { endpoint: '/i/v0/e/' },
  elementsChainAsString: true,
  sessionRecording: false,
  heatmaps: false,
  surveys: false,
  capturePerformance: false,
  defaultIdentifiedOnly: true,
  siteApps: [],
} as const

async function configOf({ projects }: SdkAnswerDeps, token: string | null) {
  const project = token === null ? null : await projects.byToken(token)
  return toRemoteConfig(project?.settings.autocapture_opt_out === true)
}

/** Returns the token in a request for flags; null if the request has none or if its body cannot be read. */
async function tokenOf(request: FastifyRequest, maxBodyBytes: number): Promise<string | null> {
  const wire = toWireRequest(request)
  const { authorization, query } = wire
  const body = await parseWireBody(wire, maxBodyBytes).catch(() => null)
  return sentToken({ authorization, query, body, events: [] })
}

/** Returns the remote config of a project. */
export const toRemoteConfig = (isAutocaptureOff: boolean): z.infer<typeof RemoteConfig> => ({
  ...REMOTE_CONFIG,
  autocapture_opt_out: isAutocaptureOff,
  supportedCompression: [...REMOTE_CONFIG.supportedCompression],
  siteApps: [],
  hasFeatureFlags: false,
})

const toFlagsAnswer = (
  { hasFeatureFlags: _, ...config }: z.infer<typeof RemoteConfig>,
  requestId: string,
  evaluatedAtMs: number,
): z.infer<typeof FlagsAnswer> => ({
  flags: {},
  featureFlags: {},
  featureFlagPayloads: {},
  errorsWhileComputingFlags: false,
  requestId,
  evaluatedAt: evaluatedAtMs,
  ...config,
  isAuthenticated: false,
  toolbarParams: {},
  config: { enable_collect_everything: true },
})
