import type { Warning } from '#contract/warning.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import type { InsightQuery } from './insight-query.ts'
import { COHORTS_BESIDE, parseBreakdown } from './parse-breakdown.ts'

/**
 * Returns a warning if a question has a breakdown that its display or visualisation leaves out. Clients do
 * not remove the breakdown when they change the display.
 */
export function breakdownLeftOut(
  { kind, breakdown }: Pick<InsightQuery, 'kind' | 'breakdown'>,
  node: JsonObject,
  at: FieldPaths,
): Warning[] {
  if (breakdown !== null || parseBreakdown(node, at, COHORTS_BESIDE) === null) return []
  const { breakdowns } = isJsonObject(node.breakdownFilter) ? node.breakdownFilter : {}
  const field = isGiven(breakdowns) ? 'breakdowns' : 'breakdown'
  return [
    {
      code: 'breakdown_left_out',
      detail:
        kind === 'funnels'
          ? 'Times to convert are one histogram for all values of the breakdown. Choose steps or trends to get a row for each value.'
          : 'This display has one number for each series, for all values of the breakdown. Choose ActionsTable to get a row for each value.',
      attr: attrOf(at('breakdownFilter', field)),
    },
  ]
}
