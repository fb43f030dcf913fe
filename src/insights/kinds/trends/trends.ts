import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { defineInsightKind, unchangedNode } from '#insights/kind/kind.ts'
import { countsActors } from '#query/series-math.ts'
import { trendCells } from './cells.ts'
import { fromFlatTrends, TrendParameters, toFlatTrends } from './flat.ts'
import { BOXES, boxesBeside, TrendItem, trendItems } from './items.ts'
import { trendPeople } from './people.ts'
import { planTrends } from './plan.ts'
import { trendQueries } from './queries.ts'
import { CHOICES, parseTrends, TrendsNode } from './query.ts'
import { shapeTrends } from './shape.ts'
import { trendPicture, trendTable } from './tables.ts'
import { trendTime } from './time.ts'
import { trendWarnings } from './warnings.ts'

/** The trends kind of insight. Its semantics are in docs/semantics/trends.md. */
export const trends = defineInsightKind({
  names: { kind: 'trends', filter: 'TRENDS', node: INSIGHT_NODES.TRENDS },
  lighter: 'fewer series, or fewer values of a breakdown',
  wire: { node: TrendsNode, flat: TrendParameters, item: TrendItem, beside: BOXES },
  calls: {
    path: 'trend',
    noun: 'a trend',
    schemaName: 'Trend',
    get: 21,
    post: 22,
    answer: { result: z.array(TrendItem), next: z.string().nullable(), ...BOXES },
    toAnswer: (items, next) => ({ result: items, next, ...boxesBeside(items) }),
  },
  choices: CHOICES,
  parse: parseTrends,
  inSeries: unchangedNode,
  warnings: trendWarnings,
  fromFlat: fromFlatTrends,
  toFlat: toFlatTrends,
  time: trendTime,
  reads: ({ series, groupTypeIndex }) => ({
    isAnyEvent: false,
    people:
      groupTypeIndex === null &&
      series.some(({ math, mathGroupTypeIndex }) => mathGroupTypeIndex === undefined && countsActors(math)),
  }),
  plan: planTrends,
  queries: trendQueries,
  shape: shapeTrends,
  nextPage: ({ breakdown, rowOffset }, { hasMore }) =>
    hasMore && breakdown?.kind === 'properties'
      ? { offset: String(rowOffset + (breakdown.limit ?? 0)) }
      : null,
  items: trendItems,
  besideResult: boxesBeside,
  rows: null,
  table: trendTable,
  picture: trendPicture,
  cells: { ...trendCells, people: trendPeople },
})
