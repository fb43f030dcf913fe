import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { defineInsightKind, unchangedNode } from '#insights/kind/kind.ts'
import { planFunnels } from '#insights/runs/plan.ts'
import { FunnelParameters, fromFlatFunnels, toFlatFunnels } from '#insights/runs/question/flat.ts'
import { FunnelsNode } from '#insights/runs/question/node.ts'
import { CHOICES, parseFunnels } from '#insights/runs/question/query.ts'
import { funnelWarnings } from '#insights/runs/question/warnings.ts'
import { funnelCells } from './cells.ts'
import { funnelExplanations } from './explain/explain-actor.ts'
import { funnelMatchedEvents } from './explain/matched-events.ts'
import { areTimes, FUNNEL_ANSWER, FunnelItem, FunnelItems, funnelItems, toFunnelAnswer } from './items.ts'
import { funnelPeople } from './people.ts'
import { funnelPicture } from './picture.ts'
import { shapeFunnels } from './shape.ts'
import { funnelTable } from './tables.ts'
import { funnelQueries } from './walked-rows.ts'

/** The funnel kind of insight. Its semantics are in docs/semantics/funnels.md. */
export const funnels = defineInsightKind({
  names: { kind: 'funnels', filter: 'FUNNELS', node: INSIGHT_NODES.FUNNELS },
  lighter: 'fewer steps, or fewer values of a breakdown',
  wire: { node: FunnelsNode, flat: FunnelParameters, item: FunnelItem, result: FunnelItems },
  calls: {
    path: 'funnel',
    noun: 'a funnel',
    schemaName: 'Funnel',
    get: 11,
    post: 12,
    answer: FUNNEL_ANSWER,
    toAnswer: toFunnelAnswer,
  },
  choices: CHOICES,
  parse: parseFunnels,
  inSeries: unchangedNode,
  warnings: funnelWarnings,
  fromFlat: fromFlatFunnels,
  toFlat: toFlatFunnels,
  time: ({ dateRange, visualisation, compare = null }) => ({
    range: dateRange,
    interval: visualisation.kind === 'trends' ? visualisation.interval : null,
    startsWithInterval: false,
    lastIntervals: null,
    compare,
  }),
  // A strict funnel reads every event, because any event ends a strict run.
  reads: ({ order, aggregation }) => ({
    isAnyEvent: order === 'strict',
    people: aggregation.of === 'person',
  }),
  plan: planFunnels,
  queries: funnelQueries,
  shape: shapeFunnels,
  items: funnelItems,
  isObject: areTimes,
  rows: null,
  table: funnelTable,
  picture: funnelPicture,
  cells: {
    ...funnelCells,
    people: funnelPeople,
    explanations: funnelExplanations,
    matchedEvents: funnelMatchedEvents,
  },
})
