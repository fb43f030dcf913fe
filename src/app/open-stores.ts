import { createActivityStore } from '../metadata/activity-store.ts'
import { createAnswerPointers } from '../metadata/answer-pointers.ts'
import { createApiKeyStore } from '../metadata/api-key-store.ts'
import { createDashboardStore } from '../metadata/dashboard-store.ts'
import { createDefinitionStore } from '../metadata/definition-store.ts'
import { createDroppedEventStore } from '../metadata/dropped-event-store.ts'
import { createGroupStore } from '../metadata/group-store.ts'
import { createIdentityStore } from '../metadata/identity-store.ts'
import { createInsightStore } from '../metadata/insight-store.ts'
import { createInsightViewStore } from '../metadata/insight-view-store.ts'
import { createMemberStore } from '../metadata/member-store.ts'
import type { Metadata } from '../metadata/open-metadata.ts'
import { createPersonStore } from '../metadata/person-store.ts'
import { createProjectStore } from '../metadata/project-store.ts'
import { createSessionStore } from '../metadata/session-store.ts'
import { createSharingStore } from '../metadata/sharing-store.ts'
import { createTimingStore } from '../metadata/timing-store.ts'
import { createUserStore } from '../metadata/user-store.ts'

export type Stores = ReturnType<typeof openStores>

/** One store for each noun. */
export const openStores = (metadata: Metadata) => ({
  users: createUserStore(metadata),
  projects: createProjectStore(metadata),
  members: createMemberStore(metadata),
  keys: createApiKeyStore(metadata),
  sessions: createSessionStore(metadata),
  insights: createInsightStore(metadata),
  answerPointers: createAnswerPointers(metadata),
  dashboards: createDashboardStore(metadata),
  views: createInsightViewStore(metadata),
  sharing: createSharingStore(metadata),
  activity: createActivityStore(metadata),
  timings: createTimingStore(metadata),
  identity: createIdentityStore(metadata),
  persons: createPersonStore(metadata),
  groups: createGroupStore(metadata),
  definitions: createDefinitionStore(metadata),
  dropped: createDroppedEventStore(metadata),
})
