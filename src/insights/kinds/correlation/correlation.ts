import { CORRELATION_NODE } from '#contract/insight-kinds.ts'
import { defineInsightKind } from '#insights/kind/kind.ts'
import { shapeCorrelation } from './answer.ts'
import { correlationCells } from './cells.ts'
import { CorrelationParameters, fromFlatCorrelation } from './flat.ts'
import { CorrelationItem, correlationItems, correlationPicture, correlationTable } from './items.ts'
import { correlationMentions } from './mentions.ts'
import { CorrelationNode, funnelIn } from './node.ts'
import { planCorrelation } from './plan.ts'
import { correlationPeople, correlationQueries } from './queries.ts'
import { CHOICES, parseCorrelation } from './query.ts'
import { correlationWarnings } from './warnings.ts'

/** The correlation kind of insight. Its semantics are in docs/semantics/correlation.md. */
export const correlation = defineInsightKind({
  names: { kind: 'correlation', filter: null, askedAs: 'FUNNELS', node: CORRELATION_NODE },
  lighter: 'fewer steps, or fewer names of events or properties',
  wire: {
    node: CorrelationNode,
    flat: CorrelationParameters,
    item: CorrelationItem,
    result: CorrelationItem,
  },
  calls: {
    path: 'funnel/correlation',
    noun: 'a correlation',
    schemaName: 'Correlation',
    get: 13,
    post: 14,
    answer: null,
  },
  choices: CHOICES,
  parse: parseCorrelation,
  inSeries: (node, at) => {
    const { funnel, at: inFunnel } = funnelIn(node, at)
    return { node: funnel, at: inFunnel }
  },
  mentions: correlationMentions,
  warnings: correlationWarnings,
  fromFlat: fromFlatCorrelation,
  // Saved filters cannot name a correlation. They would be computed as the filters of its funnel.
  toFlat: () => null,
  time: ({ dateRange }) => ({
    range: dateRange,
    interval: null,
    startsWithInterval: false,
    lastIntervals: null,
    compare: null,
  }),
  // In a strict funnel any event ends a run, and in a correlation by events any event between the steps is
  // an item.
  reads: ({ order, aggregation, lookedAt }) => ({
    isAnyEvent: order === 'strict' || lookedAt.kind !== 'properties',
    people: aggregation.of === 'person',
    ...(lookedAt.kind === 'properties' && { propertiesOf: lookedAt.on }),
  }),
  plan: planCorrelation,
  queries: correlationQueries,
  shape: shapeCorrelation,
  items: correlationItems,
  isObject: () => true,
  rows: null,
  table: correlationTable,
  picture: correlationPicture,
  cells: { ...correlationCells, people: correlationPeople },
})
