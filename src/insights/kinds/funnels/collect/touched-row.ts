import type { ActorEvents, ValueTexts } from '#sequences/actor-events.ts'
import type { EachRow } from './attribution.ts'
import type { RowNumbers } from './row-numbers.ts'
import { isBefore } from './text-order.ts'

/**
 * Visits one row: the row of the first event that matches one of `stepBits` and has a value; if `direction`
 * is -1, of the last such event. Without such an event it is the row of the missing value. The functions
 * below are created once: tsx names each function at the place where it is created, which would take longer
 * for each actor than the walk.
 */
export const touchedRow =
  (rows: RowNumbers, stepBits: number, direction: 1 | -1): EachRow =>
  (events, from, to, values, visit) => {
    let place = direction === 1 ? from : to - 1
    while (place >= from && place < to && !hasValue(events, place, values, rows, stepBits)) place += direction
    if (place < from || place >= to) return visit(rows.missing, events, from, to)
    const touchedMs = events.atMs[place]
    let first = place
    // If several events have the same millisecond, the value that sorts first counts.
    for (let at = place + direction; at >= from && at < to && events.atMs[at] === touchedMs; at += direction)
      if (
        hasValue(events, at, values, rows, stepBits) &&
        isBefore(textAt(events, at, values), textAt(events, first, values))
      )
        first = at
    visit(rows.rowOf(valueAt(events, first), values), events, from, to)
  }

const hasValue = (
  events: ActorEvents,
  place: number,
  values: ValueTexts,
  rows: RowNumbers,
  stepBits: number,
) =>
  ((events.mask[place] ?? 0) & stepBits) !== 0 && rows.rowOf(valueAt(events, place), values) !== rows.missing

const textAt = (events: ActorEvents, place: number, values: ValueTexts) =>
  values.at(valueAt(events, place)) ?? ''

/** Returns the number of an event's value. */
export const valueAt = ({ value }: ActorEvents, place: number): number => value?.[place] ?? 0
