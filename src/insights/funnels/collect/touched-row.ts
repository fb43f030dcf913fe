import { FIRST_EXCLUSION_BIT } from '#insights/funnels/walk/rule.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import type { EachRow } from './attribution.ts'
import type { RowNumbers } from './row-numbers.ts'
import { isBefore } from './text-order.ts'

const STEP_BITS = 2 ** FIRST_EXCLUSION_BIT - 1

/** The row of the first event of a step that has a value, or with -1 of the last one. */
export const touchedRow =
  (rows: RowNumbers, direction: 1 | -1): EachRow =>
  (events, from, to, values, visit) => {
    const hasValue = (place: number) =>
      ((events.mask[place] ?? 0) & STEP_BITS) !== 0 &&
      rows.rowOf(valueAt(events, place), values) !== rows.missing
    let place = direction === 1 ? from : to - 1
    while (place >= from && place < to && !hasValue(place)) place += direction
    if (place < from || place >= to) return visit(rows.missing, events, from, to)
    const textAt = (at: number) => values[valueAt(events, at)] ?? ''
    let first = place
    // Of several events in the same millisecond the value that sorts first counts.
    for (
      let at = place + direction;
      events.atMs[at] === events.atMs[place] && at >= from && at < to;
      at += direction
    )
      if (hasValue(at) && isBefore(textAt(at), textAt(first))) first = at
    visit(rows.rowOf(valueAt(events, first), values), events, from, to)
  }

/** The number of an event's value. */
export const valueAt = ({ value }: ActorEvents, place: number): number => value?.[place] ?? 0
