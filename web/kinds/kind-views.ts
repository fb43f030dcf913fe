import type { InsightKind } from '#web/question/node.ts'
import type { KindView } from './kind-view.ts'

/** Functions that load the parts of each kind. They are called when a question of the kind is shown. */
export const KIND_VIEWS: { readonly [Kind in InsightKind]: () => Promise<KindView<Kind>> } = {
  TrendsQuery: async () => (await import('./trends/trends-view.ts')).TRENDS_VIEW,
  StickinessQuery: async () => (await import('./stickiness/stickiness-view.ts')).STICKINESS_VIEW,
  LifecycleQuery: async () => (await import('./lifecycle/lifecycle-view.ts')).LIFECYCLE_VIEW,
  FunnelsQuery: async () => (await import('./funnel/funnel-view.ts')).FUNNEL_VIEW,
  RetentionQuery: async () => (await import('./retention/retention-view.ts')).RETENTION_VIEW,
  PathsQuery: async () => (await import('./paths/paths-view.ts')).PATHS_VIEW,
  HogQLQuery: async () => (await import('./sql/sql-view.ts')).SQL_VIEW,
}
