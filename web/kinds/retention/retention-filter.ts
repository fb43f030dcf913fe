import type { QueryNode, RetentionEntity, RetentionFilter } from '#web/api/query-node.ts'

export type Period = 'hour' | 'day' | 'week' | 'month'

export const retentionFilterOf = ({ retentionFilter }: QueryNode): RetentionFilter => retentionFilter ?? {}

export const periodOf = ({ period }: RetentionFilter): Period => (period ?? 'day').toLowerCase() as Period

/** Whether each value counts one interval of the calendar, and not a rolling window or a bracket. */
export const isOneByOne = ({ timeWindowMode, retentionCustomBrackets }: RetentionFilter): boolean =>
  timeWindowMode !== '24_hour_windows' && !retentionCustomBrackets?.length

/**
 * Returns the words for what is added up, such as `sum of amount` or `mean of amount`; null if the question
 * only counts actors.
 */
export const sumWords = ({ aggregationType, aggregationProperty }: RetentionFilter): string | null =>
  aggregationType === 'sum' || aggregationType === 'avg'
    ? `${aggregationType === 'sum' ? 'sum' : 'mean'} of ${aggregationProperty ?? ''}`
    : null

/** Returns the question with changed rules. A rule that is `undefined` is left out and has its default. */
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

/** Returns how a sentence names an event of a retention. */
export const nameOfEntity = ({ id = '$pageview', name, custom_name }: RetentionEntity = {}): string =>
  custom_name || name || (id === null ? 'any event' : String(id))
