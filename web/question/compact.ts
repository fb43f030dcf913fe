import type { QueryNode } from '#web/api/query-node.ts'
import { DEFAULT_FROM } from './dates.ts'

/** The kinds for which a missing range or interval means the last 7 days, by day. */
const OVER_TIME = ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.values(value).every((one) => one === null || one === undefined))

const isDefault = (node: QueryNode, field: string, value: unknown): boolean => {
  const isOverTime = OVER_TIME.includes(node.kind)
  switch (field) {
    case 'filterTestAccounts':
      return value === false
    case 'interval':
      return isOverTime && value === 'day'
    case 'compareFilter':
      return node.compareFilter?.compare !== true
    case 'dateRange':
      return isOverTime && node.dateRange?.date_from === DEFAULT_FROM && !node.dateRange.date_to
    default:
      return false
  }
}

const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined))
    : value

function compactSeries(node: QueryNode): QueryNode {
  const { series } = node
  if (series === undefined || node.kind !== 'TrendsQuery') return node
  return {
    ...node,
    series: series.map((one) => {
      const { math, ...rest } = one
      return math === 'total' || !math ? rest : one
    }),
  }
}

function compactTrends(node: QueryNode): QueryNode {
  const trends = node.trendsFilter
  if (trends?.display !== 'ActionsLineGraph') return node
  const { display: _, ...rest } = trends
  return { ...node, trendsFilter: rest }
}

/**
 * Returns the question without the fields that have their default values. It is the form for addresses, and
 * for comparing two questions.
 */
export function compactQuestion(question: QueryNode): QueryNode {
  const node = compactTrends(compactSeries(question))
  const kept = Object.entries(node).filter(
    ([field, value]) => !isEmpty(value) && !isDefault(node, field, value),
  )
  return {
    kind: node.kind,
    ...Object.fromEntries(kept.map(([field, value]) => [field, withoutNulls(value)])),
  }
}

/** Returns JSON text with sorted keys, so that equal values have equal texts. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
