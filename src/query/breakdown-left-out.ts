import type { Warning } from '#contract/warning.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { InsightQuery } from './insight-query.ts'
import { COHORTS_BESIDE, parseBreakdown } from './parse-breakdown.ts'
import { attrOf, type Places } from './places.ts'

/** The warning of a question whose display has no rows for its breakdown: clients leave one in place when they change the display. */
export const breakdownLeftOut = (
  { breakdown }: Pick<InsightQuery, 'breakdown'>,
  node: JsonObject,
  at: Places,
): Warning[] =>
  breakdown !== null || parseBreakdown(node, at, COHORTS_BESIDE) === null
    ? []
    : [
        {
          code: 'breakdown_left_out',
          detail:
            'This display has one number for each series, of all values of the breakdown. Choose ActionsTable for a row for each value.',
          attr: attrOf(at('breakdownFilter', 'breakdown')),
        },
      ]
