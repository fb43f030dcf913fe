import type { Coordination } from '#coordination/coordination.ts'
import { listedAs } from '#insights/questions/listed-as.ts'
import { createApiKeyStore } from '#metadata/access/api-key-store.ts'
import { createInvitationStore } from '#metadata/access/invitation-store.ts'
import { createMemberStore } from '#metadata/access/member-store.ts'
import { createOrganizationMembers } from '#metadata/access/organization-members.ts'
import { createSessionStore } from '#metadata/access/session-store.ts'
import { createUserStore } from '#metadata/access/user-store.ts'
import { createActionStore } from '#metadata/actions/action-store.ts'
import { createAnnotationStore } from '#metadata/annotations/annotation-store.ts'
import { createCohortStore } from '#metadata/cohorts/cohort-store.ts'
import { createStaticMembers } from '#metadata/cohorts/static-members.ts'
import { createDashboardStore } from '#metadata/dashboards/dashboard-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createDefinitionStore } from '#metadata/definitions/definition-store.ts'
import { createDroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import { createEventDeletionStore } from '#metadata/deletions/event-deletion-store.ts'
import { createGroupStore } from '#metadata/groups/group-store.ts'
import { createActivityStore } from '#metadata/insights/activity-store.ts'
import { createInsightStore } from '#metadata/insights/insight-store.ts'
import { createInsightViewStore } from '#metadata/insights/insight-view-store.ts'
import { createTimingStore } from '#metadata/insights/timing-store.ts'
import { createIdentityStore } from '#metadata/people/identity-store.ts'
import { createPersonStore } from '#metadata/people/person-store.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { createShownResults } from '#metadata/results/shown-results.ts'
import { createOpenLinks } from '#metadata/sharing/open-links.ts'
import { createSharingStore } from '#metadata/sharing/sharing-store.ts'
import { DASHBOARD_LINKS, INSIGHT_LINKS } from '#metadata/sharing/sharing-tables.ts'
import { createVisitorKeyStore } from '#metadata/visitors/visitor-key-store.ts'
import {
  checkDeleted,
  checkDeletedAction,
  checkWritten,
  checkWrittenAction,
} from '#query/cohorts/check-cohorts.ts'
import { referencesOf } from '#query/cohorts/cohort.ts'
import { parseCohort } from '#query/cohorts/parse-cohort.ts'

const COHORT_RULES = { parse: parseCohort, referencesOf, checkWritten, checkDeleted }
const ACTION_RULES = { checkWritten: checkWrittenAction, checkDeleted: checkDeletedAction }

export type Stores = ReturnType<typeof openStores>

/** Creates all stores of the metadata. */
export const openStores = (metadata: Metadata, { identityCache }: Pick<Coordination, 'identityCache'>) => ({
  users: createUserStore(metadata),
  projects: createProjectStore(metadata),
  members: createMemberStore(metadata),
  organizationMembers: createOrganizationMembers(metadata),
  invitations: createInvitationStore(metadata),
  keys: createApiKeyStore(metadata),
  sessions: createSessionStore(metadata),
  insights: createInsightStore(metadata, listedAs),
  shownResults: createShownResults(metadata),
  dashboards: createDashboardStore(metadata, listedAs),
  actions: createActionStore(metadata, ACTION_RULES),
  annotations: createAnnotationStore(metadata),
  views: createInsightViewStore(metadata),
  sharing: createSharingStore(metadata, INSIGHT_LINKS),
  dashboardSharing: createSharingStore(metadata, DASHBOARD_LINKS),
  openLinks: createOpenLinks(metadata),
  activity: createActivityStore(metadata),
  timings: createTimingStore(metadata),
  identity: createIdentityStore(metadata, identityCache),
  persons: createPersonStore(metadata),
  cohorts: createCohortStore(metadata, COHORT_RULES),
  staticMembers: createStaticMembers(metadata),
  groups: createGroupStore(metadata),
  definitions: createDefinitionStore(metadata),
  dropped: createDroppedEventStore(metadata),
  eventDeletions: createEventDeletionStore(metadata),
  visitorKeys: createVisitorKeyStore(metadata),
})
