import { startRows } from '#insights/kinds/funnels/collect/funnel-walk.ts'
import type { SelectedRow } from '#insights/kinds/funnels/people.ts'
import type { FunnelRule } from '#insights/runs/walk/rule.ts'
import { createWalkMemory } from '#sequences/walk-memory.ts'
import { type ActorRow, columnsOf } from './actor-rows.ts'

/**
 * Returns the events of an actor that take part in a row of the breakdown, each with the steps that it
 * serves in this row. Null if the actor is not in the row. `rows` are all events of the actor, with their
 * values, in order of time.
 */
export function rowsInRow(
  rule: FunnelRule,
  selected: SelectedRow,
  rows: readonly ActorRow[],
): readonly ActorRow[] | null {
  const { rows: walked, row: asked } = selected
  if (walked === null) return rows
  const { values, value } = valuesOf(rows)
  const { numbers, each } = startRows(walked, rule, createWalkMemory())
  let isThere = false
  each({ ...columnsOf(rows), value }, 0, rows.length, values, (row) => {
    if (numbers.textOf(row) === asked) isThere = true
  })
  return isThere ? servingInRow(rule, selected, rows) : null
}

interface InRow {
  readonly mask: number
  readonly value?: string | undefined
}

/**
 * Returns the events that take part in the row, each with the steps that it serves in this row. `events`
 * are some events of an actor that is in the row.
 */
export function servingInRow<Event extends InRow>(
  rule: FunnelRule,
  { rows: walked, row: asked }: SelectedRow,
  events: readonly Event[],
): readonly Event[] {
  if (walked === null) return events
  const { attributed } = walked
  const { values, value } = valuesOf(events)
  const { numbers } = startRows(walked, rule, createWalkMemory())
  const isOfRow = (_: unknown, place: number) =>
    numbers.textOf(numbers.rowOf(value[place] ?? 0, values)) === asked
  switch (attributed.kind) {
    case 'first_touch':
    case 'last_touch':
      return events
    case 'all_events':
      return events.filter(isOfRow)
    case 'step':
      return events.map((event, place) =>
        isOfRow(event, place) ? event : { ...event, mask: event.mask & ~(1 << attributed.bit) },
      )
  }
}

/** Returns the distinct values of some events, and for each event the index of its value. */
function valuesOf(events: readonly InRow[]): { readonly values: string[]; readonly value: Uint32Array } {
  const values = [...new Set(events.map(({ value = '' }) => value))]
  const placeOf = new Map(values.map((value, place) => [value, place]))
  return { values, value: Uint32Array.from(events, (event) => placeOf.get(event.value ?? '') ?? 0) }
}
