/**
 * The names of the kinds of insights in the interface, with the query node of each. The server computes the
 * kinds of `insights/kinds/kinds.ts`. Insights of other kinds are stored and listed.
 */
export const INSIGHT_NODES = {
  TRENDS: 'TrendsQuery',
  FUNNELS: 'FunnelsQuery',
  RETENTION: 'RetentionQuery',
  PATHS: 'PathsQuery',
  STICKINESS: 'StickinessQuery',
  LIFECYCLE: 'LifecycleQuery',
} as const
/** The node of a correlation. It has no name in flat filters: the filters of its funnel ask for it. */
export const CORRELATION_NODE = 'FunnelCorrelationQuery'
/** The nodes about a funnel. Their `source` is the funnel. */
export const FUNNEL_OWNERS: readonly string[] = [CORRELATION_NODE, 'FunnelsActorsQuery']

export type InsightName = keyof typeof INSIGHT_NODES
export const INSIGHT_NAMES = Object.keys(INSIGHT_NODES) as InsightName[]

/** The kind that flat filters without `insight` have. */
export const DEFAULT_INSIGHT: InsightName = 'TRENDS'

/** The node of SQL, which has no name in flat filters. */
export const SQL_NODE = 'HogQLQuery'

/** The nodes whose results are rows and columns. */
export const TABLE_NODES = [SQL_NODE, 'EventsQuery', 'ActorsQuery', 'GroupsQuery', 'SessionsQuery'] as const
export type TableNode = (typeof TABLE_NODES)[number]

/** The node that wraps the query node of an insight, as its `source`. */
export const INSIGHT_WRAPPER = 'InsightVizNode'
export const TABLE_WRAPPER = 'DataTableNode'
export const CHART_WRAPPER = 'DataVisualizationNode'
/** All nodes that show the result of their `source`. */
export const WRAPPERS: readonly string[] = [INSIGHT_WRAPPER, TABLE_WRAPPER, CHART_WRAPPER]
