import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
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
import { requireCaller, requireProject } from './authenticate.ts'
import { createCheckPassword } from './check-password.ts'
import type { ComputedFields } from './contract/insight.ts'
import { keepAnswers } from './kept-answers.ts'
import type { DashboardReadDeps } from './read-dashboard.ts'
import type { RecentFailures } from './recent-failures.ts'
import { dashboardRoutes } from './routes/dashboards.ts'
import { eventDefinitionRoutes } from './routes/event-definitions.ts'
import { eventRoutes } from './routes/events.ts'
import { groupTypeRoutes } from './routes/group-types.ts'
import { groupRoutes } from './routes/groups.ts'
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
import { userRoutes } from './routes/users.ts'
import { openToSharingTokens } from './sharing-access.ts'

export interface ApiDeps extends DashboardReadDeps {
  readonly views: InsightViewStore
  readonly sharing: SharingStore
  readonly sharedFailures: RecentFailures
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
/** Everything under `/api`: who asks, then the project, then its routes. */
export async function registerApi(
  api: FastifyInstance,
  deps: ApiDeps,
  computedFields: ComputedFields,
): Promise<void> {
  api.get('/schema/', { schema: { hide: true } }, async () => api.swagger())
  const insights = insightRoutes(deps, computedFields)
  const dashboards = dashboardRoutes(deps, computedFields)
  const aroundInsights = [
    insightViewRoutes(deps, computedFields),
    insightActivityRoutes(deps, computedFields),
    insightTimingRoutes(deps, computedFields),
    insightSharingRoutes(deps),
    insightComputeGetRoutes(deps, computedFields),
    insightCancelRoutes(deps, computedFields),
  ]
  const groupTypes = groupTypeRoutes(deps)
  const checkPassword = createCheckPassword(deps.clock)
  await api.register(cookie)
  await api.register(loginRoutes(deps, checkPassword))
  await api.register(async (keyed) => {
    openToSharingTokens(keyed, deps, computedFields)
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
