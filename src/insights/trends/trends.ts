import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { defineInsightKind } from '#insights/kind.ts'
import { trendCells } from './cells.ts'
import { fromFlatTrends, TrendParameters, toFlatTrends } from './flat.ts'
import { TrendItem, trendItems, trendPicture, trendTable } from './items.ts'
import { planTrends } from './plan.ts'
import { trendPeople, trendQueries } from './queries.ts'
import { CHOICES, parseTrends, TrendsNode } from './query.ts'
import { shapeTrends } from './shape.ts'

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
    answer: { result: z.array(TrendItem), next: z.string().nullable() },
    toAnswer: (items) => ({ result: items, next: null }),
  },
  choices: CHOICES,
  parse: parseTrends,
  fromFlat: fromFlatTrends,
  toFlat: toFlatTrends,
  time: ({ dateRange, interval }) => ({
    range: dateRange,
    interval,
    startsWithInterval: false,
    compare: null,
  }),
  reads: ({ series }) => ({ isAnyEvent: false, people: series.some(({ math }) => math === 'dau') }),
  plan: planTrends,
  queries: trendQueries,
  shape: shapeTrends,
  items: trendItems,
  table: trendTable,
  picture: trendPicture,
  cells: trendCells,
  people: trendPeople,
})
