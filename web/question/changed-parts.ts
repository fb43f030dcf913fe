import type { QueryNode } from '#web/api/query-node.ts'
import { compactQuestion, stableText } from './compact.ts'

const NAMES: Readonly<Record<string, string>> = {
  series: 'series',
  properties: 'filters',
  filterTestAccounts: 'test accounts',
  dateRange: 'dates',
  interval: 'interval',
  breakdownFilter: 'breakdown',
  compareFilter: 'comparison',
  query: 'statement',
  aggregation_group_type_index: 'what is counted',
}

const display = (node: QueryNode) => node.trendsFilter?.display

/**
 * Returns the parts in which two questions differ, in words, such as `breakdown` and `dates`. Empty if the
 * questions are equal.
 */
export function changedParts(saved: QueryNode, present: QueryNode): readonly string[] {
  const [before, now] = [compactQuestion(saved), compactQuestion(present)]
  if (before.kind !== now.kind) return ['kind']
  const fields = new Set([...Object.keys(before), ...Object.keys(now)])
  const changed = [...fields].filter((field) => stableText(before[field]) !== stableText(now[field]))
  return [
    ...new Set(
      changed.map((field) => {
        if (field === 'trendsFilter') return display(before) === display(now) ? 'formula' : 'display'
        return NAMES[field] ?? 'settings'
      }),
    ),
  ]
}

/** Returns the parts as a phrase: `breakdown changed`, `dates and filters changed`. */
export function changedWords(parts: readonly string[]): string {
  const [last, ...others] = parts.toReversed()
  return others.length === 0 ? `${last} changed` : `${others.toReversed().join(', ')} and ${last} changed`
}
