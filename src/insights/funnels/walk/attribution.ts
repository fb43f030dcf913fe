import type { ActorEvents } from '#sequences/actor-events.ts'
import { attributeAllEvents } from './attribute-all-events.ts'
import { attributeStep } from './attribute-step.ts'
import { attributeTouch } from './attribute-touch.ts'
import type { BreakdownJob, Rows } from './rows.ts'

/** The events of one actor that take part in the funnel of a row. */
export type Visit = (row: number, events: ActorEvents, from: number, to: number) => void
/** Visits the rows that an actor has. The events of a visit may lie in scratch columns, which the next visit overwrites. */
export type Attribute = (
  events: ActorEvents,
  from: number,
  to: number,
  values: readonly string[],
  visit: Visit,
) => void

export function attributionOf(breakdown: BreakdownJob | null, steps: number, rows: Rows): Attribute {
  if (breakdown === null) return (events, from, to, _values, visit) => visit(0, events, from, to)
  switch (breakdown.attribution) {
    case 'all_events':
      return attributeAllEvents(rows)
    case 'step':
      return attributeStep(breakdown.step, rows)
    default:
      return attributeTouch(breakdown.attribution, breakdown.missing, steps, rows)
  }
}
