import type { QueryNode } from '#web/api/query-node.ts'

export const INSIGHT_KINDS = [
  { kind: 'TrendsQuery', slug: 'trends', label: 'Trends' },
  { kind: 'FunnelsQuery', slug: 'funnel', label: 'Funnel' },
  { kind: 'RetentionQuery', slug: 'retention', label: 'Retention' },
  { kind: 'PathsQuery', slug: 'paths', label: 'Paths' },
  { kind: 'StickinessQuery', slug: 'stickiness', label: 'Stickiness' },
  { kind: 'LifecycleQuery', slug: 'lifecycle', label: 'Lifecycle' },
  { kind: 'HogQLQuery', slug: 'sql', label: 'SQL' },
] as const
export type InsightKind = (typeof INSIGHT_KINDS)[number]['kind']

/** Returns the letter by which formulas refer to the series at an index, from A to Z. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)

/** The question of a new insight. It is complete, so that the insight has results at once. */
export const NEW_QUESTION: QueryNode = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: '$pageview' }],
  dateRange: { date_from: '-7d' },
}
