import type { QueryNode, RetentionEntity, RetentionFilter } from '#web/api/query-node.ts'

export type Period = 'hour' | 'day' | 'week' | 'month'

export const retentionFilterOf = ({ retentionFilter }: QueryNode): RetentionFilter => retentionFilter ?? {}

export const periodOf = ({ period }: RetentionFilter): Period => (period ?? 'day').toLowerCase() as Period

/**
 * Whether each value belongs to one interval of the calendar. Otherwise it belongs to a rolling window, or
 * to a bracket of several intervals.
 */
export const isOneByOne = ({ timeWindowMode, retentionCustomBrackets }: RetentionFilter): boolean =>
  timeWindowMode !== '24_hour_windows' && !retentionCustomBrackets?.length

/**
 * Returns what is added up, in words, such as `sum of amount` or `mean of amount`; null if the question
 * only counts actors.
 */
export const sumWords = ({ aggregationType, aggregationProperty }: RetentionFilter): string | null =>
  aggregationType === 'sum' || aggregationType === 'avg'
    ? `${aggregationType === 'sum' ? 'sum' : 'mean'} of ${aggregationProperty ?? ''}`
    : null

/**
 * Returns the question with some of its rules changed. A rule that is set to `undefined` is removed, and
 * the server uses its default.
 */
export function withRetentionFilter(
  question: QueryNode,
  changed: { readonly [Name in keyof RetentionFilter]?: RetentionFilter[Name] | undefined },
): QueryNode {
  const rules = Object.entries({ ...retentionFilterOf(question), ...changed })
  return {
    ...question,
    retentionFilter: Object.fromEntries(rules.filter(([, value]) => value !== undefined)),
  }
}

/** Returns the name of an event of a retention for a sentence. */
export const nameOfEntity = ({ id = '$pageview', name, custom_name }: RetentionEntity = {}): string =>
  custom_name || name || (id === null ? 'any event' : String(id))
