import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import type { Engine } from '#engine/engine.ts'
import { acceptInvitationRoutes } from '#http/access/accept-invitation.ts'
import { invitationRoutes } from '#http/access/invitations.ts'
import { loginRoutes } from '#http/access/login.ts'
import { memberRoutes } from '#http/access/members.ts'
import { organizationRoutes } from '#http/access/organizations.ts'
import type { Passwords } from '#http/access/passwords.ts'
import { personalApiKeyRoutes } from '#http/access/personal-api-keys.ts'
import { projectListRoutes, projectRoutes } from '#http/access/projects.ts'
import { setupRoutes } from '#http/access/setup.ts'
import type { SetupCode } from '#http/access/setup-code.ts'
import { signedInRoute } from '#http/access/signed-in.ts'
import { userSessionRoutes } from '#http/access/user-sessions.ts'
import { userRoutes } from '#http/access/users.ts'
import { type ActionDeps, actionRoutes } from '#http/actions/actions.ts'
import { type AnnotationDeps, annotationRoutes } from '#http/annotations/annotations.ts'
import type { CohortDeps } from '#http/cohorts/cohort-deps.ts'
import { cohortRoutes } from '#http/cohorts/cohorts.ts'
import type { DashboardDeps } from '#http/dashboards/dashboard-with-results.ts'
import { dashboardRoutes } from '#http/dashboards/dashboards.ts'
import { type DeletionDeps, deletionRoutes } from '#http/deletions/deletions.ts'
import { demoRoutes } from '#http/demo/demo.ts'
import type { DemoLoads } from '#http/demo/demo-loads.ts'
import { elementStatsRoutes } from '#http/events/element-stats.ts'
import { eventDefinitionRoutes } from '#http/events/event-definitions.ts'
import { eventValueRoutes } from '#http/events/event-values.ts'
import { eventRoutes } from '#http/events/events.ts'
import { ingestionRoutes } from '#http/events/ingestion.ts'
import { propertyDefinitionRoutes } from '#http/events/property-definitions.ts'
import { sessionValueRoutes } from '#http/events/session-values.ts'
import { type StorageDeps, storageRoutes } from '#http/events/storage.ts'
import { groupTypeRoutes } from '#http/groups/group-types.ts'
import { groupRoutes } from '#http/groups/groups.ts'
import { computeRoutes } from '#http/insights/compute.ts'
import { insightActivityRoutes } from '#http/insights/insight-activity.ts'
import { insightCancelRoutes } from '#http/insights/insight-cancel.ts'
import { insightTimingRoutes } from '#http/insights/insight-timing.ts'
import { insightViewRoutes } from '#http/insights/insight-views.ts'
import { insightRoutes } from '#http/insights/insights.ts'
import { queryRoutes } from '#http/insights/query.ts'
import { queryStatementRoutes } from '#http/insights/query-statements.ts'
import { vocabularyRoutes } from '#http/insights/vocabulary.ts'
import { type ExplainFunnelDeps, explainFunnelRoutes } from '#http/people/explain-funnel.ts'
import { currentPeopleRoutes, peopleRoutes } from '#http/people/people.ts'
import type { PeopleDeps } from '#http/people/people-question.ts'
import { personValueRoutes } from '#http/people/person-values.ts'
import { personRoutes } from '#http/people/persons.ts'
import { dashboardSharingRoutes } from '#http/sharing/dashboard-sharing.ts'
import { insightSharingRoutes } from '#http/sharing/insight-sharing.ts'
import { type OpenLinkDeps, openLinkRoutes } from '#http/sharing/open-links.ts'
import type { RecentFailures } from '#http/sharing/recent-failures.ts'
import { acceptSharingTokens } from '#http/sharing/sharing-access.ts'
import { unsupportedListRoutes } from '#http/unsupported/unsupported-lists.ts'
import { unsupportedSdkListRoutes } from '#http/unsupported/unsupported-sdk-lists.ts'
import type { Ingest } from '#ingest/ingest.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import type { Answering } from '#insights/answering/answering.ts'
import type { FindStatements } from '#insights/answering/find-statements.ts'
import type { StreamRows } from '#insights/answering/stream-rows.ts'
import type { ElementStats } from '#listings/element-stats.ts'
import type { EventListing } from '#listings/events.ts'
import type { PersonListing } from '#listings/persons.ts'
import type { TimeZones } from '#listings/time-zones.ts'
import type { ApiKeyStore } from '#metadata/access/api-key-store.ts'
import type { InvitationStore } from '#metadata/access/invitation-store.ts'
import type { MemberStore } from '#metadata/access/member-store.ts'
import type { OrganizationMembers } from '#metadata/access/organization-members.ts'
import type { SessionStore } from '#metadata/access/session-store.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { StoreVersion } from '#metadata/database/store-version.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import type { ActivityStore } from '#metadata/insights/activity-store.ts'
import type { InsightViewStore } from '#metadata/insights/insight-view-store.ts'
import type { TimingStore } from '#metadata/insights/timing-store.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { ProjectStore } from '#metadata/projects/project-store.ts'
import type { SharingStore } from '#metadata/sharing/sharing-store.ts'
import { requireCaller, requireCurrentProject, requireProject } from './authenticate.ts'
import { cacheResponses } from './response-cache.ts'

export interface ApiDeps
  extends DashboardDeps,
    ActionDeps,
    AnnotationDeps,
    CohortDeps,
    PeopleDeps,
    ExplainFunnelDeps,
    DeletionDeps,
    OpenLinkDeps,
    StorageDeps {
  readonly answering: Answering
  readonly streamRows: StreamRows
  readonly findStatements: FindStatements
  readonly views: InsightViewStore
  readonly sharing: SharingStore
  readonly dashboardSharing: SharingStore
  readonly sharedFailures: RecentFailures
  readonly activity: ActivityStore
  readonly timings: TimingStore
  readonly engine: Engine
  readonly ingest: Ingest
  readonly personListing: PersonListing
  readonly eventListing: EventListing
  readonly elementStats: ElementStats
  readonly timeZones: TimeZones
  readonly groups: GroupStore
  readonly definitions: DefinitionStore
  readonly dropped: DroppedEventStore
  readonly unknownTokens: UnknownTokens
  readonly jobs: BackgroundJobs
  readonly cancellation: Cancellation
  readonly keys: ApiKeyStore
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly members: MemberStore
  readonly organizationMembers: OrganizationMembers
  readonly invitations: InvitationStore
  readonly passwords: Passwords
  readonly setupCode: SetupCode
  readonly demoLoads: DemoLoads
  readonly organization: Organization
  readonly projects: ProjectStore
  readonly storeVersion: StoreVersion
  readonly isHealthy: () => Promise<void>
}
/**
 * Registers the routes under `/api`, and hooks that find the caller and the project before the routes run.
 */
export async function registerApi(api: FastifyInstance, deps: ApiDeps): Promise<void> {
  api.get('/schema/', { schema: { hide: true } }, async () => api.swagger())
  await api.register(cookie)
  loginRoutes(api, deps)
  signedInRoute(api, deps)
  setupRoutes(api, deps)
  acceptInvitationRoutes(api, deps)
  unsupportedSdkListRoutes(api)
  await api.register(async (keyed) => {
    acceptSharingTokens(keyed, deps)
    requireCaller(keyed, deps)
    cacheResponses(keyed, deps.storeVersion)
    userRoutes(keyed, deps)
    userSessionRoutes(keyed, deps)
    personalApiKeyRoutes(keyed, deps)
    projectListRoutes(keyed, deps)
    await organizationRoutes(keyed, deps)
    for (const prefix of ['/projects/:project_id', '/environments/:project_id'])
      await keyed.register(
        async (project) => {
          requireProject(project, deps)
          registerProjectRoutes(project, deps)
        },
        { prefix },
      )
    await keyed.register(async (project) => {
      requireCurrentProject(project, deps)
      currentPeopleRoutes(project, deps)
    })
    // The path of the documented interface, which has no `projects/`.
    await keyed.register(
      async (project) => {
        requireProject(project, deps)
        groupTypeRoutes(project, deps)
      },
      { prefix: '/:project_id' },
    )
  })
}

function registerProjectRoutes(app: FastifyInstance, deps: ApiDeps): void {
  projectRoutes(app, deps)
  deletionRoutes(app, deps)
  memberRoutes(app, deps)
  invitationRoutes(app, deps)
  insightRoutes(app, deps)
  computeRoutes(app, deps)
  insightCancelRoutes(app, deps)
  insightViewRoutes(app, deps)
  insightActivityRoutes(app, deps)
  insightTimingRoutes(app, deps)
  insightSharingRoutes(app, deps)
  dashboardSharingRoutes(app, deps)
  openLinkRoutes(app, deps)
  queryRoutes(app, deps)
  queryStatementRoutes(app, deps)
  vocabularyRoutes(app)
  dashboardRoutes(app, deps)
  actionRoutes(app, deps)
  annotationRoutes(app, deps)
  personRoutes(app, deps)
  personValueRoutes(app, deps)
  peopleRoutes(app, deps)
  explainFunnelRoutes(app, deps)
  // These routes have a context of their own, because it accepts uploads.
  app.register((cohorts) => cohortRoutes(cohorts, deps))
  eventRoutes(app, deps)
  eventValueRoutes(app, deps)
  elementStatsRoutes(app, deps)
  sessionValueRoutes(app, deps)
  eventDefinitionRoutes(app, deps)
  propertyDefinitionRoutes(app, deps)
  ingestionRoutes(app, deps)
  demoRoutes(app, deps)
  storageRoutes(app, deps)
  unsupportedListRoutes(app)
  groupRoutes(app, deps)
  groupTypeRoutes(app, deps)
}
