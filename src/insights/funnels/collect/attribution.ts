import { lowestBits } from '#insights/funnels/walk/rule.ts'
import type { ActorEvents, ValueTexts } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import type { RowNumbers } from './row-numbers.ts'
import { rowsOfStep } from './rows-of-step.ts'
import { rowsOfValues } from './rows-of-values.ts'
import { touchedRow } from './touched-row.ts'

/** The rule by which an actor has values of the breakdown: docs/semantics/funnels.md. */
export type Attributed =
  | { readonly kind: 'first_touch' | 'last_touch' | 'all_events' }
  | { readonly kind: 'step'; readonly bit: number }

/** The funnel of a row: the events [from, to) take part in it. They may be in scratch space, which the next visit changes. */
export type VisitRow = (row: number, events: ActorEvents, from: number, to: number) => void

/** Visits each row that an actor has. */
export type EachRow = (
  events: ActorEvents,
  from: number,
  to: number,
  values: ValueTexts,
  visit: VisitRow,
) => void

/** `steps` is the number of steps. */
export function eachRowOf(
  attributed: Attributed,
  rows: RowNumbers,
  steps: number,
  memory: WalkMemory,
): EachRow {
  const stepBits = lowestBits(steps)
  switch (attributed.kind) {
    case 'first_touch':
      return touchedRow(rows, stepBits, 1)
    case 'last_touch':
      return touchedRow(rows, stepBits, -1)
    case 'all_events':
      return rowsOfValues(rows, memory)
    case 'step':
      return rowsOfStep(rows, attributed.bit, memory)
  }
}
