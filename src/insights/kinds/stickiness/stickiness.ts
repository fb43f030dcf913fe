import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { knownStatement } from '#insights/kind/engine-query.ts'
import { defineInsightKind, unchangedNode } from '#insights/kind/kind.ts'
import { stickinessCells } from './cells.ts'
import { StickinessParameters, stickinessLegacy } from './flat.ts'
import { StickinessItem, stickinessItems, stickinessPicture, stickinessTable } from './items.ts'
import { planStickiness } from './plan.ts'
import { stickinessPeople, stickinessQueries } from './queries.ts'
import { CHOICES, parseStickiness, StickinessNode, stickinessWarnings } from './query.ts'
import { shapeStickiness } from './shape.ts'
import { stickinessTime } from './time.ts'

/** The stickiness kind of insight. Its semantics are in docs/semantics/stickiness.md. */
export const stickiness = defineInsightKind({
  names: { kind: 'stickiness', filter: 'STICKINESS', node: INSIGHT_NODES.STICKINESS, shownAs: 'Stickiness' },
  lighter: 'fewer series',
  wire: { node: StickinessNode, flat: StickinessParameters, item: StickinessItem },
  calls: null,
  choices: CHOICES,
  parse: parseStickiness,
  inSeries: unchangedNode,
  warnings: stickinessWarnings,
  fromFlat: stickinessLegacy.fromFlat,
  toFlat: stickinessLegacy.toFlat,
  time: stickinessTime,
  reads: ({ series }) => ({
    isAnyEvent: false,
    people: series.some(({ mathGroupTypeIndex }) => mathGroupTypeIndex === undefined),
  }),
  plan: planStickiness,
  queries: stickinessQueries,
  shape: shapeStickiness,
  items: stickinessItems,
  rows: null,
  table: stickinessTable,
  picture: stickinessPicture,
  cells: { ...stickinessCells, people: (plan, cell) => knownStatement(stickinessPeople(plan, cell)) },
})
