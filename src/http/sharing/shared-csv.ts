import { z } from 'zod'
import type { DashboardBody } from '#contract/dashboard.ts'
import type { InsightBody } from '#contract/insight.ts'
import { resultTable } from '#http/insights/result-table.ts'
import type { Table } from '#insights/kind/kind.ts'
import { isAsked } from '#insights/questions/saved-question.ts'
import { invalid, notFound, RequestError } from '#shared/request-error.ts'
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

type Found = { readonly insight: InsightBody } | { readonly dashboard: DashboardBody }

/**
 * Returns the table of a shared insight, or of one tile of a shared dashboard.
 * @throws RequestError `required` for a dashboard without a tile in the request, `not_found` for a tile
 * that has no insight, `unavailable` for an insight without a result: a spreadsheet would show an empty
 * table as the answer.
 */
export function sharedTable(found: Found, tile: number | undefined): Table {
  const insight = 'insight' in found ? ownInsight(found.insight, tile) : insightOnTile(found.dashboard, tile)
  // The table of an insight that was saved without a question has no rows, as in the API.
  if (insight.results === null && isAsked(insight))
    throw new RequestError(
      'unavailable',
      'no_result',
      'The insight could not be computed. Request the table again in five minutes.',
      null,
      300,
    )
  return resultTable(insight)
}

function ownInsight(insight: InsightBody, tile: number | undefined): InsightBody {
  if (tile === undefined) return insight
  throw invalid('invalid', 'This link shows an insight, which has no tiles. Leave tile out.', 'tile')
}

function insightOnTile({ tiles }: DashboardBody, tile: number | undefined): InsightBody {
  const shown = tiles.flatMap(({ id, insight }) => (insight === null ? [] : [{ id, insight }]))
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
