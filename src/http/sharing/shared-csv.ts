import { z } from 'zod'
import type { ShownInsight } from '#http/insights/insight-with-result.ts'
import { resultTable } from '#http/insights/result-table.ts'
import type { Table } from '#insights/kind/kind.ts'
import { isAsked } from '#insights/questions/saved-question.ts'
import { invalid, notFound, RequestError } from '#shared/request-error.ts'
import type { ShownDashboard } from './shared-dashboard.ts'
import { SharedDates } from './shared-dates.ts'

export const SharedCsvQuery = SharedDates.extend({
  tile: z.coerce
    .number()
    .int()
    .optional()
    .describe(
      'The `id` of a tile of a shared dashboard. Leave it out for a shared insight, which has one table.',
    ),
})

type Found = { readonly insight: ShownInsight } | { readonly dashboard: ShownDashboard }

/**
 * Returns the table of a shared insight, or of one tile of a shared dashboard.
 * @throws RequestError `required` for a dashboard if the request names no tile, `not_found` for a tile
 * without an insight, `unavailable` for an insight without a result: a spreadsheet would show an empty
 * table as if it were the answer.
 */
export function sharedTable(found: Found, tile: number | undefined): Table {
  const { insight, result } =
    'insight' in found ? ownInsight(found.insight, tile) : insightOnTile(found.dashboard, tile)
  // An insight that was saved without a question never has a result. Its table has no rows, as in the API.
  if (result === null && isAsked(insight))
    throw new RequestError(
      'unavailable',
      'no_result',
      'The insight could not be computed. Request the table again in five minutes.',
      null,
      300,
    )
  return resultTable(result)
}

function ownInsight(insight: ShownInsight, tile: number | undefined): ShownInsight {
  if (tile === undefined) return insight
  throw invalid('invalid', 'This link shows an insight, which has no tiles. Leave tile out.', 'tile')
}

function insightOnTile({ tiles, insights }: ShownDashboard, tile: number | undefined): ShownInsight {
  const shown = tiles.flatMap(({ id, insightId }) => {
    const insight = insightId === null ? undefined : insights.get(insightId)
    return insight === undefined ? [] : [{ id, insight }]
  })
  if (tile === undefined)
    throw invalid(
      'required',
      shown.length === 0
        ? 'This dashboard has no tile with a table.'
        : `A dashboard has a table for each tile. Add tile= and one of ${shown.map(({ id }) => id).join(', ')}.`,
      'tile',
    )
  const found = shown.find(({ id }) => id === tile)
  if (found === undefined) throw notFound(`The dashboard has no tile ${tile} with an insight.`)
  return found.insight
}
