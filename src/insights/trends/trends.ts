import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { asItIs, defineInsightKind } from '#insights/kind.ts'
import { breakdownLeftOut } from '#query/breakdown-left-out.ts'
import { countsActors } from '#query/series-math.ts'
import { trendCells } from './cells.ts'
import { fromFlatTrends, TrendParameters, toFlatTrends } from './flat.ts'
import { TrendItem, trendItems } from './items.ts'
import { trendPeople } from './people.ts'
import { planTrends } from './plan.ts'
import { trendQueries } from './queries.ts'
import { CHOICES, parseTrends, TrendsNode } from './query.ts'
import { shapeTrends } from './shape.ts'
import { trendPicture, trendTable } from './tables.ts'

/** Semantics: docs/semantics/trends.md. */
export const trends = defineInsightKind({
  names: { kind: 'trends', filter: 'TRENDS', node: INSIGHT_NODES.TRENDS },
  wire: { node: TrendsNode, flat: TrendParameters, item: TrendItem },
  calls: {
    path: 'trend',
    noun: 'a trend',
    schemaName: 'Trend',
    get: 21,
    post: 22,
    answer: {
      fields: { result: z.array(TrendItem), next: z.string().nullable() },
      of: (items) => ({ result: items, next: null }),
    },
  },
  choices: CHOICES,
  parse: parseTrends,
  inSeries: asItIs,
  fromFlat: fromFlatTrends,
  toFlat: toFlatTrends,
  leftOut: (query, node, at) => breakdownLeftOut(query, node, at),
  time: ({ dateRange, interval, compare }) => ({
    range: dateRange,
    interval,
    startsWithInterval: false,
    lastIntervals: null,
    compare,
  }),
  reads: ({ series, groupTypeIndex }) => ({
    isAnyEvent: false,
    people: groupTypeIndex === null && series.some(({ math }) => countsActors(math)),
  }),
  plan: planTrends,
  queries: trendQueries,
  shape: shapeTrends,
  items: trendItems,
  table: trendTable,
  picture: trendPicture,
  cells: trendCells,
  people: trendPeople,
})
