/**
 * The kinds of insights that the interface names, with the query node of each. `insights/kinds.ts` has those that this version
 * computes; insights of the others are stored and listed all the same.
 */
export const INSIGHT_NODES = {
  TRENDS: 'TrendsQuery',
  FUNNELS: 'FunnelsQuery',
  RETENTION: 'RetentionQuery',
  PATHS: 'PathsQuery',
  STICKINESS: 'StickinessQuery',
  LIFECYCLE: 'LifecycleQuery',
} as const
export type InsightName = keyof typeof INSIGHT_NODES
export const INSIGHT_NAMES = Object.keys(INSIGHT_NODES) as InsightName[]

/** The kind of flat filters without `insight`. */
export const DEFAULT_INSIGHT: InsightName = 'TRENDS'

/** The node of SQL, which has no name in flat filters. */
export const SQL_NODE = 'HogQLQuery'

/** The node around a query node of an insight, its `source`. */
export const INSIGHT_WRAPPER = 'InsightVizNode'
/** All nodes that show the result of their `source`. */
export const WRAPPERS: readonly string[] = [INSIGHT_WRAPPER, 'DataTableNode', 'DataVisualizationNode']
