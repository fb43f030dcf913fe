import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { invitationPageRoutes } from '#http/access/invitation-page.ts'
import { createPasswordLine } from '#http/access/password-line.ts'
import { createPasswords } from '#http/access/passwords.ts'
import { captureRoutes } from '#http/capture/capture.ts'
import { captureV1Routes } from '#http/capture/capture-v1.ts'
import { flagDefinitionRoutes } from '#http/capture/flag-definitions.ts'
import { sdkAnswerRoutes } from '#http/capture/sdk-answers.ts'
import { sdkAssetRoutes } from '#http/capture/sdk-assets.ts'
import type { ComputedFields } from '#http/server/computed-fields.ts'
import { allowOtherOrigins } from '#http/server/cors.ts'
import { createFastify, type FastifyOptions } from '#http/server/create-fastify.ts'
import { abortFilesOnClose } from '#http/server/csv/send-csv.ts'
import { leaveOutEmptyParameters } from '#http/server/empty-parameters.ts'
import { answerError } from '#http/server/errors.ts'
import { type HealthDeps, healthRoutes } from '#http/server/health.ts'
import { guardMethods } from '#http/server/method-guard.ts'
import { type MetricsAccess, type MetricsDeps, metricsRoutes } from '#http/server/metrics.ts'
import { registerDocument } from '#http/server/openapi/register-document.ts'
import { protectAnswers } from '#http/server/protect-answers.ts'
import { sendRequestIds } from '#http/server/request-ids.ts'
import { logRequests } from '#http/server/request-log.ts'
import { serializeAnswer } from '#http/server/serialize-answer.ts'
import { traceRequests } from '#http/server/trace-requests.ts'
import { createRecentFailures } from '#http/sharing/recent-failures.ts'
import { sharedPageRoutes } from '#http/sharing/shared-pages.ts'
import { findSharedScript } from '#http/web/shared-script.ts'
import { webRoutes } from '#http/web/web-routes.ts'
import type { Ingest } from '#ingest/ingest.ts'
import { parseValue } from '#shared/parse-value.ts'
import type { Traces } from '#shared/traces.ts'
import { type ApiDeps, registerApi } from './register-api.ts'

export type ServerDeps = Omit<ApiDeps, 'sharedFailures' | 'passwords'> &
  HealthDeps &
  MetricsDeps & {
    readonly ingest: Pick<Ingest, 'capture'>
    readonly traces: Pick<Traces, 'begin'> | null
  }
export interface ServerOptions extends FastifyOptions, MetricsAccess {
  /** Whether the log gets a line for each request. */
  readonly isLoggingRequests: boolean
  readonly maxCaptureBytes: number
  readonly computedFields: ComputedFields
  /** The folder of the built page: `dist/web`. */
  readonly webFolder: string
  /**
   * Whether every response is checked against the contract. If a response does not match, a 500 is sent in
   * its place. For tests and development.
   */
  readonly checkResponses: boolean
}

/**
 * The most passwords that may wait to be hashed. A hash takes 64 ms on one core of 2026, so the last
 * password waits for some seconds.
 */
const MOST_WAITING_PASSWORDS = 100

/** Builds the HTTP server with all routes. It does not listen yet. */
export async function buildServer(deps: ServerDeps, options: ServerOptions): Promise<FastifyInstance> {
  const app = createFastify(options)
  if (deps.traces !== null) traceRequests(app, deps.traces)
  sendRequestIds(app)
  if (options.isLoggingRequests) logRequests(app)
  leaveOutEmptyParameters(app)
  guardMethods(app)
  protectAnswers(app)
  allowOtherOrigins(app)
  abortFilesOnClose(app)
  app.setErrorHandler(answerError)
  app.decorateRequest('caller', null)
  app.decorateRequest('project', null)
  app.setValidatorCompiler(({ schema }) => (value) => {
    try {
      return { value: parseValue(schema as z.ZodType, value) }
    } catch (error) {
      return { error: error as Error }
    }
  })
  app.setSerializerCompiler(serializeAnswer(options.checkResponses, options.computedFields))
  await registerDocument(app, options.computedFields)
  healthRoutes(app, deps)
  metricsRoutes(app, deps, options)
  await registerSdkRoutes(app, deps, options.maxCaptureBytes)
  const passwordLine = createPasswordLine({
    most: MOST_WAITING_PASSWORDS,
    clock: () => performance.now(),
  })
  const apiDeps = {
    ...deps,
    sharedFailures: createRecentFailures(deps.clock),
    passwords: createPasswords(passwordLine, deps.clock),
  }
  const sharedScript = await findSharedScript(options.webFolder)
  await app.register((pages) => sharedPageRoutes(pages, apiDeps, sharedScript))
  await app.register((pages) => invitationPageRoutes(pages, apiDeps))
  await app.register((api) => registerApi(api, apiDeps), { prefix: '/api' })
  await app.register((pages) => webRoutes(pages, options.webFolder))
  await app.ready()
  return app
}

async function registerSdkRoutes(
  app: FastifyInstance,
  deps: ServerDeps,
  maxBodyBytes: number,
): Promise<void> {
  const { ingest, clock } = deps
  await app.register((capture) => captureRoutes(capture, { ingest, maxBodyBytes }))
  await app.register((capture) => captureV1Routes(capture, { ingest, maxBodyBytes }))
  await app.register((sdk) => sdkAnswerRoutes(sdk, { projects: deps.projects, clock, maxBodyBytes }))
  sdkAssetRoutes(app)
  flagDefinitionRoutes(app, { ...deps, groupTypes: deps.groups })
}
