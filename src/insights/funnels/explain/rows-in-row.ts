import { startRows } from '#insights/funnels/collect/funnel-walk.ts'
import type { SelectedRow } from '#insights/funnels/people.ts'
import type { FunnelRule } from '#insights/funnels/walk/rule.ts'
import { type ActorRow, columnsOf } from './actor-rows.ts'

/**
 * The events of an actor that take part in a row of the breakdown, each with the steps that it serves there; null where the actor is not in the row.
 * `rows` are all its events, with their values, in order of time.
 */
export function rowsInRow(
  rule: FunnelRule,
  { rows: walked, row: asked }: SelectedRow,
  rows: readonly ActorRow[],
): readonly ActorRow[] | null {
  if (walked === null) return rows
  const values = [...new Set(rows.map(({ value = '' }) => value))]
  const placeOf = new Map(values.map((value, place) => [value, place]))
  const value = Uint32Array.from(rows, (row) => placeOf.get(row.value ?? '') ?? 0)
  const { numbers, each } = startRows(walked, rule)
  const isOfRow = (place: number) => numbers.textOf(numbers.rowOf(value[place] ?? 0, values)) === asked
  let found: readonly ActorRow[] | null = null
  each({ ...columnsOf(rows), value }, 0, rows.length, values, (row, { mask }, from) => {
    if (numbers.textOf(row) !== asked) return
    // Only by all events other events take no part.
    const own = walked.attributed.kind === 'all_events' ? rows.filter((_, place) => isOfRow(place)) : rows
    found = own.map((one, i) => ({ ...one, mask: mask[from + i] ?? 0 }))
  })
  return found
}
