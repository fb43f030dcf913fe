import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { defineInsightKind } from '#insights/kind.ts'
import { funnelCells } from './cells.ts'
import { FunnelParameters, fromFlatFunnels, toFlatFunnels } from './flat.ts'
import {
  FunnelAnswerItem,
  FunnelItem,
  funnelItems,
  funnelPicture,
  funnelTable,
  toAnswerItem,
} from './items.ts'
import { FunnelsNode } from './node.ts'
import { planFunnels } from './plan.ts'
import { funnelPeople, funnelQueries } from './queries.ts'
import { CHOICES, parseFunnels } from './query.ts'
import { shapeFunnels } from './shape.ts'

/** Semantics: docs/semantics/funnels.md. */
export const funnels = defineInsightKind({
  names: { kind: 'funnels', filter: 'FUNNELS', node: INSIGHT_NODES.FUNNELS },
  wire: { node: FunnelsNode, flat: FunnelParameters, item: FunnelItem },
  calls: {
    path: 'funnel',
    noun: 'a funnel',
    schemaName: 'Funnel',
    get: 11,
    post: 12,
    answer: { result: z.array(FunnelAnswerItem) },
    toAnswer: (items) => ({ result: items.map(toAnswerItem) }),
  },
  choices: CHOICES,
  parse: parseFunnels,
  fromFlat: fromFlatFunnels,
  toFlat: toFlatFunnels,
  time: ({ dateRange, visualisation }) => ({
    range: dateRange,
    interval: visualisation.kind === 'trends' ? visualisation.interval : null,
    startsWithInterval: false,
    compare: null,
  }),
  // Any event ends a strict run.
  reads: ({ order, aggregation }) => ({
    isAnyEvent: order === 'strict',
    people: aggregation.of === 'person',
  }),
  plan: planFunnels,
  queries: funnelQueries,
  shape: shapeFunnels,
  items: funnelItems,
  table: funnelTable,
  picture: funnelPicture,
  cells: funnelCells,
  people: funnelPeople,
})
