import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { asItIs, defineInsightKind } from '#insights/kind.ts'
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
import { planFunnels } from './plan.ts'
import { funnelPeople, funnelQueries } from './queries.ts'
import { CHOICES, FunnelsNode, parseFunnels } from './query.ts'
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
    answer: {
      fields: { result: z.array(FunnelAnswerItem) },
      of: (items) => ({ result: items.map(toAnswerItem) }),
    },
  },
  choices: CHOICES,
  parse: parseFunnels,
  inSeries: asItIs,
  fromFlat: fromFlatFunnels,
  toFlat: toFlatFunnels,
  leftOut: () => [],
  time: ({ dateRange }) => ({
    range: dateRange,
    interval: null,
    startsWithInterval: false,
    lastIntervals: null,
    compare: null,
  }),
  reads: () => ({ isAnyEvent: false, people: true }),
  plan: planFunnels,
  queries: funnelQueries,
  shape: shapeFunnels,
  items: funnelItems,
  table: funnelTable,
  picture: funnelPicture,
  cells: funnelCells,
  people: funnelPeople,
})
