import { parseHogqlValue } from '#hogql/parse-hogql.ts'
import type { Aggregation } from '#query/aggregation.ts'
import { requireGroupTypeIndex } from '#query/required.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelsNode } from './node.ts'

/** The expression that clients send for persons. */
const PERSON = 'person_id'

/**
 * Parses what a funnel counts.
 * @throws RequestError for an expression next to a group type, because only one of them can be counted.
 */
export function parseAggregation(node: FunnelsNode, at: FieldPaths): Aggregation {
  const index = node.aggregation_group_type_index ?? null
  const text = node.funnelsFilter?.funnelAggregateByHogQL?.trim() || PERSON
  const path = at('funnelsFilter', 'funnelAggregateByHogQL')
  const groupTypeIndex =
    index === null ? null : requireGroupTypeIndex(index, at('aggregation_group_type_index'))
  if (text === PERSON) return groupTypeIndex === null ? { of: 'person' } : { of: 'group', groupTypeIndex }
  if (groupTypeIndex !== null)
    throw invalid(
      'invalid_input',
      'A funnel counts groups or the values of an expression, not both: leave out the expression or the group type.',
      attrOf(path),
    )
  return { of: 'expression', expression: parseHogqlValue(text, path) }
}
