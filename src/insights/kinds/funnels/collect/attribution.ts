import { lowestBits } from '#insights/runs/walk/rule.ts'
import type { ActorEvents, ValueTexts } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import type { RowNumbers } from './row-numbers.ts'
import { rowsOfStep } from './rows-of-step.ts'
import { rowsOfValues } from './rows-of-values.ts'
import { touchedRow } from './touched-row.ts'

/** The rule that decides which values of the breakdown an actor has: docs/semantics/funnels.md. */
export type Attributed =
  | { readonly kind: 'first_touch' | 'last_touch' | 'all_events' }
  | { readonly kind: 'step'; readonly bit: number }

/**
 * Receives the funnel of a row, in which the events [from, to) take part. They may be in scratch space,
 * which the next visit overwrites.
 */
export type VisitRow = (row: number, events: ActorEvents, from: number, to: number) => void

/** Visits each row that an actor is in. */
export type EachRow = (
  events: ActorEvents,
  from: number,
  to: number,
  values: ValueTexts,
  visit: VisitRow,
) => void

/** `steps` is the number of steps, optional ones included. */
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
