import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { UnknownTokens } from '../ingest/unknown-tokens.ts'
import type { RefreshJobs } from '../insights/refresh-jobs.ts'
import type { RunningQuestions } from '../insights/running-questions.ts'
import type { EventListing } from '../listings/events.ts'
import type { PersonListing } from '../listings/persons.ts'
import type { ActivityStore } from '../metadata/activity-store.ts'
import type { ApiKeyStore } from '../metadata/api-key-store.ts'
import type { DefinitionStore } from '../metadata/definition-store.ts'
import type { DroppedEventStore } from '../metadata/dropped-event-store.ts'
import type { GroupStore } from '../metadata/group-store.ts'
import type { InsightViewStore } from '../metadata/insight-view-store.ts'
import type { MemberStore } from '../metadata/member-store.ts'
import type { Organization } from '../metadata/organization.ts'
import type { ProjectStore } from '../metadata/project-store.ts'
import type { SessionStore } from '../metadata/session-store.ts'
import type { SharingStore } from '../metadata/sharing-store.ts'
import type { StoreVersion } from '../metadata/store-version.ts'
import type { TimingStore } from '../metadata/timing-store.ts'
import type { UserStore } from '../metadata/user-store.ts'
import { parseJson } from '../shared/json-text.ts'
import { readValue } from '../shared/read-value.ts'
import { requireCaller, requireProject } from './authenticate.ts'
import { createCheckPassword } from './check-password.ts'
import type { ComputedFields } from './contract/insight.ts'
import { allowOtherOrigins, withoutDoubleSlash } from './cors.ts'
import { answerCsv } from './csv/answer-csv.ts'
import { describeDocument, describeRoute } from './document/describe-document.ts'
import { registerReader } from './document/register-reader.ts'
import { answerError, frameworkAnswer } from './errors.ts'
import { keepAnswers } from './kept-answers.ts'
import { guardMethods } from './method-guard.ts'
import type { DashboardReadDeps } from './read-dashboard.ts'
import { captureRoutes } from './routes/capture.ts'
import { captureV1Routes } from './routes/capture-v1.ts'
import { dashboardRoutes } from './routes/dashboards.ts'
import { eventDefinitionRoutes } from './routes/event-definitions.ts'
import { eventRoutes } from './routes/events.ts'
import { flagDefinitionRoutes } from './routes/flag-definitions.ts'
import { groupTypeRoutes } from './routes/group-types.ts'
import { groupRoutes } from './routes/groups.ts'
import { healthRoutes } from './routes/health.ts'
import { ingestionRoutes } from './routes/ingestion.ts'
import { insightActivityRoutes } from './routes/insight-activity.ts'
import { insightCancelRoutes } from './routes/insight-cancel.ts'
import { insightComputeRoutes } from './routes/insight-compute.ts'
import { insightComputeGetRoutes } from './routes/insight-compute-get.ts'
import { insightSharingRoutes } from './routes/insight-sharing.ts'
import { insightTimingRoutes } from './routes/insight-timing.ts'
import { insightViewRoutes } from './routes/insight-views.ts'
import { insightRoutes } from './routes/insights.ts'
import { loginRoutes } from './routes/login.ts'
import { memberRoutes } from './routes/members.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { personalApiKeyRoutes } from './routes/personal-api-keys.ts'
import { personRoutes } from './routes/persons.ts'
import { projectListRoutes, projectRoutes } from './routes/projects.ts'
import { propertyDefinitionRoutes } from './routes/property-definitions.ts'
import { queryRoutes } from './routes/query.ts'
import { sdkAnswerRoutes } from './routes/sdk-answers.ts'
import { sdkAssetRoutes } from './routes/sdk-assets.ts'
import { sharedPageRoutes } from './routes/shared-pages.ts'
import { userRoutes } from './routes/users.ts'
import { serializeAnswer } from './serialize-answer.ts'
import { SESSION_COOKIE } from './session-cookie.ts'
import { openToSharingTokens } from './sharing-access.ts'

export interface ServerDeps extends DashboardReadDeps {
  readonly views: InsightViewStore
  readonly sharing: SharingStore
  readonly activity: ActivityStore
  readonly timings: TimingStore
  readonly engine: Engine
  readonly ingest: Ingest
  readonly personListing: PersonListing
  readonly eventListing: EventListing
  readonly groups: GroupStore
  readonly definitions: DefinitionStore
  readonly dropped: DroppedEventStore
  readonly unknownTokens: UnknownTokens
  readonly jobs: RefreshJobs
  readonly running: RunningQuestions
  readonly keys: ApiKeyStore
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly members: MemberStore
  readonly organization: Organization
  readonly projects: ProjectStore
  readonly storeVersion: StoreVersion
  readonly isHealthy: () => Promise<void>
}
export interface ServerOptions {
  readonly isLogging: boolean
  readonly maxCaptureBytes: number
  readonly maxApiBytes: number
  readonly computedFields: ComputedFields
  /** Checks every answer against the contract; a mismatch is a 500. On in tests, off where users are waiting. */
  readonly checkResponses: boolean
}

/** The whole edge, not yet listening. */
export async function buildServer(deps: ServerDeps, options: ServerOptions): Promise<FastifyInstance> {
  const app = createFastify(options)
  guardMethods(app)
  endConnectionsOnClose(app)
  allowOtherOrigins(app)
  answerCsv(app)
  app.setErrorHandler(answerError)
  app.decorateRequest('caller', null)
  app.decorateRequest('project', null)
  app.setValidatorCompiler(({ schema }) => (value) => {
    try {
      return { value: readValue(schema as z.ZodType, value) }
    } catch (error) {
      return { error: error as Error }
    }
  })
  app.setSerializerCompiler(serializeAnswer(options.checkResponses))
  await registerDocument(app)
  await app.register(healthRoutes(deps))
  await registerSdkRoutes(app, deps, options.maxCaptureBytes)
  await app.register(sharedPageRoutes(deps, options.computedFields))
  await app.register((api) => registerApi(api, deps, options), { prefix: '/api' })
  await app.ready()
  return app
}

function createFastify(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    // One line a request says nothing on a server that takes thousands of them; what goes wrong is logged.
    logger: options.isLogging && {
      level: 'warn',
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    // The longest parameter is the token of a project.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // What a proxy on this machine or in the private network says of who asks, of the host and of the scheme.
    trustProxy: ['loopback', 'linklocal', 'uniquelocal'],
    rewriteUrl: ({ url = '/' }) => withoutDoubleSlash(url),
    bodyLimit: options.maxApiBytes,
    // A slow body is cut off, an idle connection does not hold up a shutdown.
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
  })
  app.server.headersTimeout = 10_000
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    try {
      done(null, body.length === 0 ? {} : parseJson(body))
    } catch (error) {
      done(error as Error)
    }
  })
  return app
}

// An answer given while stopping is the last on its connection: kept open, it would hold up the stop until it times out.
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/** What is not HTTP at all is answered in the same words, then cut. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const statusCode = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const reason = STATUS_CODES[statusCode] ?? 'Bad Request'
  const text = JSON.stringify(frameworkAnswer(statusCode, `${reason}.`).body)
  const retry = statusCode === 408 ? 'Retry-After: 1\r\n' : ''
  socket.end(
    `HTTP/1.1 ${statusCode} ${reason}\r\n${retry}Content-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  )
}

async function registerDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Throughline', version: '0.1.0', description: 'Insights over captured events.' },
      components: {
        securitySchemes: {
          personalApiKey: { type: 'http', scheme: 'bearer', description: 'A personal API key.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description:
              'Of `POST /api/login/`. It may do what its user may, and changes things from pages of this server only.',
          },
        },
      },
      security: [{ personalApiKey: [] }, { session: [] }],
    },
    transform: describeRoute,
    transformObject: describeDocument,
  })
  await registerReader(app)
}

async function registerSdkRoutes(
  app: FastifyInstance,
  deps: ServerDeps,
  maxBodyBytes: number,
): Promise<void> {
  const { ingest, clock } = deps
  await app.register(captureRoutes({ ingest, maxBodyBytes }))
  await app.register(captureV1Routes({ ingest, maxBodyBytes }))
  await app.register(sdkAnswerRoutes({ clock, maxBodyBytes }))
  await app.register(sdkAssetRoutes())
  await app.register(flagDefinitionRoutes({ ...deps, groupTypes: deps.groups }))
}

async function registerApi(api: FastifyInstance, deps: ServerDeps, options: ServerOptions): Promise<void> {
  api.get('/schema/', { schema: { hide: true } }, async () => api.swagger())
  const insights = insightRoutes(deps, options.computedFields)
  const dashboards = dashboardRoutes(deps, options.computedFields)
  const aroundInsights = [
    insightViewRoutes(deps, options.computedFields),
    insightActivityRoutes(deps, options.computedFields),
    insightTimingRoutes(deps, options.computedFields),
    insightSharingRoutes(deps),
    insightComputeGetRoutes(deps, options.computedFields),
    insightCancelRoutes(deps, options.computedFields),
  ]
  const groupTypes = groupTypeRoutes(deps)
  const checkPassword = createCheckPassword(deps.clock)
  await api.register(cookie)
  await api.register(loginRoutes(deps, checkPassword))
  await api.register(async (keyed) => {
    openToSharingTokens(keyed, deps, options.computedFields)
    requireCaller(keyed, deps)
    keepAnswers(keyed, deps.storeVersion)
    await keyed.register(userRoutes(deps, checkPassword), { prefix: '/users/' })
    await keyed.register(organizationRoutes(deps), { prefix: '/organizations/' })
    await keyed.register(projectListRoutes(deps), { prefix: '/projects/' })
    await keyed.register(personalApiKeyRoutes(deps), { prefix: '/personal_api_keys/' })
    for (const prefix of ['/projects/:project_id', '/environments/:project_id'])
      await keyed.register(
        async (project) => {
          requireProject(project, deps)
          await project.register(projectRoutes(deps))
          await project.register(memberRoutes(deps))
          await project.register(insightComputeRoutes(deps))
          await project.register(queryRoutes(deps))
          await project.register(insights)
          await project.register(dashboards)
          for (const routes of aroundInsights) await project.register(routes)
          await project.register(personRoutes(deps))
          await project.register(eventRoutes(deps))
          await project.register(eventDefinitionRoutes(deps))
          await project.register(propertyDefinitionRoutes(deps))
          await project.register(ingestionRoutes(deps))
          await project.register(groupRoutes(deps))
          await project.register(groupTypes)
        },
        { prefix },
      )
    // Where the documentation of the interface has them.
    await keyed.register(
      async (project) => {
        requireProject(project, deps)
        await project.register(groupTypes)
      },
      { prefix: '/:project_id' },
    )
  })
}
