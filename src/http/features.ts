import type { FastifyInstance } from 'fastify'
import { acceptInvitationRoutes } from './access/accept-invitation.ts'
import { invitationRoutes } from './access/invitations.ts'
import { loginRoutes } from './access/login.ts'
import { memberRoutes } from './access/members.ts'
import { organizationRoutes } from './access/organizations.ts'
import { personalApiKeyRoutes } from './access/personal-api-keys.ts'
import { projectListRoutes, projectRoutes } from './access/projects.ts'
import { setupRoutes } from './access/setup.ts'
import { signedInRoute } from './access/signed-in.ts'
import { userSessionRoutes } from './access/user-sessions.ts'
import { userRoutes } from './access/users.ts'
import { actionRoutes } from './actions/actions.ts'
import { annotationRoutes } from './annotations/annotations.ts'
import { cohortRoutes } from './cohorts/cohorts.ts'
import { dashboardRoutes } from './dashboards/dashboards.ts'
import { deletionRoutes } from './deletions/deletions.ts'
import { demoRoutes } from './demo/demo.ts'
import { elementStatsRoutes } from './events/element-stats.ts'
import { eventDefinitionRoutes } from './events/event-definitions.ts'
import { eventValueRoutes } from './events/event-values.ts'
import { eventRoutes } from './events/events.ts'
import { ingestionRoutes } from './events/ingestion.ts'
import { propertyDefinitionRoutes } from './events/property-definitions.ts'
import { sessionValueRoutes } from './events/session-values.ts'
import { storageRoutes } from './events/storage.ts'
import { groupTypeRoutes } from './groups/group-types.ts'
import { groupRoutes } from './groups/groups.ts'
import { computeRoutes } from './insights/compute.ts'
import { insightActivityRoutes } from './insights/insight-activity.ts'
import { insightCancelRoutes } from './insights/insight-cancel.ts'
import { insightTimingRoutes } from './insights/insight-timing.ts'
import { insightViewRoutes } from './insights/insight-views.ts'
import { insightRoutes } from './insights/insights.ts'
import { queryRoutes } from './insights/query.ts'
import { queryStatementRoutes } from './insights/query-statements.ts'
import { vocabularyRoutes } from './insights/vocabulary.ts'
import { explainRoutes } from './people/explain.ts'
import { currentPeopleRoutes, peopleRoutes } from './people/people.ts'
import { personValueRoutes } from './people/person-values.ts'
import { personRoutes } from './people/persons.ts'
import { dashboardSharingRoutes } from './sharing/dashboard-sharing.ts'
import { insightSharingRoutes } from './sharing/insight-sharing.ts'
import { openLinkRoutes } from './sharing/open-links.ts'
import { unsupportedListRoutes } from './unsupported/unsupported-lists.ts'
import { unsupportedSdkListRoutes } from './unsupported/unsupported-sdk-lists.ts'

/** A function that registers routes. `deps` are the services that the routes need. */
type Routes<Deps> = (app: FastifyInstance, deps: Deps) => unknown

/** The routes of a feature under `/api`, grouped by whether a route needs a caller and a project. */
export interface Feature<Deps> {
  /** Routes that run without a caller. */
  readonly open?: readonly Routes<Deps>[]
  /** Routes that need a caller, and are not about a project. */
  readonly caller?: readonly Routes<Deps>[]
  /** Routes under `/projects/:project_id` and `/environments/:project_id`. */
  readonly project?: readonly Routes<Deps>[]
  /** Routes without a project in their path, which are about the caller's current project. */
  readonly currentProject?: readonly Routes<Deps>[]
  /** Routes under `/:project_id`. The documented interface has these paths without `projects/`. */
  readonly bareProject?: readonly Routes<Deps>[]
}

function inOwnContext<Deps>(routes: Routes<Deps>): Routes<Deps> {
  return (app, deps) => app.register(async (own) => void (await routes(own, deps)))
}

const LIST = {
  access: {
    open: [loginRoutes, signedInRoute, setupRoutes, acceptInvitationRoutes],
    caller: [userRoutes, userSessionRoutes, personalApiKeyRoutes, projectListRoutes, organizationRoutes],
    project: [projectRoutes, memberRoutes, invitationRoutes],
  },
  insights: {
    project: [
      ...[insightRoutes, computeRoutes, insightCancelRoutes, insightViewRoutes, insightActivityRoutes],
      ...[insightTimingRoutes, queryRoutes, queryStatementRoutes, vocabularyRoutes],
    ],
  },
  dashboards: { project: [dashboardRoutes] },
  sharing: { project: [insightSharingRoutes, dashboardSharingRoutes, openLinkRoutes] },
  actions: { project: [actionRoutes] },
  annotations: { project: [annotationRoutes] },
  people: {
    project: [personRoutes, personValueRoutes, peopleRoutes, explainRoutes],
    currentProject: [currentPeopleRoutes],
  },
  // The cohort routes have a Fastify context of their own, because only they accept uploads.
  cohorts: { project: [inOwnContext(cohortRoutes)] },
  groups: { project: [groupRoutes, groupTypeRoutes], bareProject: [groupTypeRoutes] },
  events: {
    project: [
      ...[eventRoutes, eventValueRoutes, elementStatsRoutes, sessionValueRoutes, eventDefinitionRoutes],
      ...[propertyDefinitionRoutes, ingestionRoutes, storageRoutes],
    ],
  },
  deletions: { project: [deletionRoutes] },
  demo: { project: [demoRoutes] },
  unsupported: { open: [unsupportedSdkListRoutes], project: [unsupportedListRoutes] },
} satisfies Readonly<Record<string, Feature<never>>>

type Listed = (typeof LIST)[keyof typeof LIST]
type RoutesOf<F> = F extends Readonly<Record<string, readonly (infer R)[]>> ? R : never
type Taker<R> = R extends (app: FastifyInstance, deps: infer Deps) => unknown ? (deps: Deps) => void : never

/** The services that the routes of all features together need. */
export type FeatureDeps = Taker<RoutesOf<Listed>> extends (deps: infer Deps) => void ? Deps : never

/** All features of the interface. */
export const FEATURES: Readonly<Record<string, Feature<FeatureDeps>>> = LIST
