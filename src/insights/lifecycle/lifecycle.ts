import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { asItIs, defineInsightKind } from '#insights/kind.ts'
import { lifecycleCells } from './cells.ts'
import { LifecycleParameters, lifecycleLegacy } from './flat.ts'
import { LifecycleItem, lifecycleItems, lifecyclePicture, lifecycleTable } from './items.ts'
import { planLifecycle } from './plan.ts'
import { lifecyclePeople, lifecycleQueries } from './queries.ts'
import { CHOICES, LifecycleNode, parseLifecycle } from './query.ts'
import { shapeLifecycle } from './shape.ts'

/** Semantics: docs/semantics/lifecycle.md. */
export const lifecycle = defineInsightKind({
  names: { kind: 'lifecycle', filter: 'LIFECYCLE', node: INSIGHT_NODES.LIFECYCLE, shownAs: 'Lifecycle' },
  wire: { node: LifecycleNode, flat: LifecycleParameters, item: LifecycleItem },
  calls: null,
  choices: CHOICES,
  parse: parseLifecycle,
  inSeries: asItIs,
  fromFlat: lifecycleLegacy.fromFlat,
  toFlat: lifecycleLegacy.toFlat,
  leftOut: () => [],
  time: ({ dateRange, interval }) => ({
    range: dateRange,
    interval,
    startsWithInterval: true,
    lastIntervals: null,
    compare: null,
  }),
  // Any event of a person or group can be its first, which sets `created_at`.
  reads: () => ({ isAnyEvent: true, people: true }),
  plan: planLifecycle,
  queries: lifecycleQueries,
  shape: shapeLifecycle,
  items: lifecycleItems,
  table: lifecycleTable,
  picture: lifecyclePicture,
  cells: lifecycleCells,
  people: lifecyclePeople,
})
