import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { defineInsightKind } from '#insights/kind/kind.ts'
import { retentionCells } from './cells.ts'
import { fromFlatRetention, RetentionParameters, toFlatRetention } from './flat.ts'
import { retentionInSeries } from './in-series.ts'
import { RetentionItem, retentionItems } from './items.ts'
import { summedMentions } from './parse-sums.ts'
import { retentionPeople } from './people.ts'
import { planRetention } from './plan.ts'
import { retentionQueries } from './queries.ts'
import { CHOICES, parseRetention, RetentionNode, retentionWarnings } from './query.ts'
import { shapeRetention } from './shape.ts'
import { retentionPicture, retentionTable } from './tables.ts'

/** The retention kind of insight. Its semantics are in docs/semantics/retention.md. */
export const retention = defineInsightKind({
  names: { kind: 'retention', filter: 'RETENTION', node: INSIGHT_NODES.RETENTION },
  lighter: 'fewer intervals, or fewer values of a breakdown',
  wire: { node: RetentionNode, flat: RetentionParameters, item: RetentionItem },
  calls: { path: 'retention', noun: 'a retention', schemaName: 'Retention', get: 18, post: 19, answer: null },
  choices: CHOICES,
  parse: parseRetention,
  inSeries: (node, at) => {
    const { series, at: inSeries } = retentionInSeries(node, at)
    return { node: { ...node, series }, at: inSeries }
  },
  mentions: summedMentions,
  fromFlat: fromFlatRetention,
  toFlat: toFlatRetention,
  warnings: retentionWarnings,
  time: ({ dateRange, interval, totalIntervals }) => ({
    range: dateRange,
    interval,
    startsWithInterval: true,
    lastIntervals: totalIntervals,
    compare: null,
  }),
  reads: ({ groupTypeIndex }) => ({ isAnyEvent: false, people: groupTypeIndex === null }),
  plan: planRetention,
  queries: retentionQueries,
  shape: shapeRetention,
  items: retentionItems,
  rows: null,
  table: retentionTable,
  picture: retentionPicture,
  cells: { ...retentionCells, people: retentionPeople },
})
