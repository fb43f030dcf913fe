import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { knownStatement } from '#insights/kind/engine-query.ts'
import { defineInsightKind, unchangedNode } from '#insights/kind/kind.ts'
import { lifecycleCells } from './cells.ts'
import { LifecycleParameters, lifecycleLegacy } from './flat.ts'
import { LifecycleItem, lifecycleItems, lifecyclePicture, lifecycleTable } from './items.ts'
import { planLifecycle } from './plan.ts'
import { lifecyclePeople, lifecycleQueries } from './queries.ts'
import { CHOICES, LifecycleNode, parseLifecycle } from './query.ts'
import { shapeLifecycle } from './shape.ts'
import { lifecycleTime } from './time.ts'

/** The lifecycle kind of insight. Its semantics are in docs/semantics/lifecycle.md. */
export const lifecycle = defineInsightKind({
  names: { kind: 'lifecycle', filter: 'LIFECYCLE', node: INSIGHT_NODES.LIFECYCLE, shownAs: 'Lifecycle' },
  lighter: 'a longer interval',
  wire: { node: LifecycleNode, flat: LifecycleParameters, item: LifecycleItem },
  calls: null,
  choices: CHOICES,
  parse: parseLifecycle,
  inSeries: unchangedNode,
  warnings: () => [],
  fromFlat: lifecycleLegacy.fromFlat,
  toFlat: lifecycleLegacy.toFlat,
  time: lifecycleTime,
  // Any event of a person or group can be the first one, which sets `created_at`.
  reads: () => ({ isAnyEvent: true, people: true }),
  plan: planLifecycle,
  queries: lifecycleQueries,
  shape: shapeLifecycle,
  items: lifecycleItems,
  rows: null,
  table: lifecycleTable,
  picture: lifecyclePicture,
  cells: { ...lifecycleCells, people: (plan, cell) => knownStatement(lifecyclePeople(plan, cell)) },
})
