import type { ActorEvents } from '#sequences/actor-events.ts'
import type { Attribute } from './attribution.ts'
import type { Rows } from './rows.ts'
import { sortsBefore } from './text-order.ts'

/**
 * An actor has one row: that of the first or last value of its events that match a step; of one millisecond the value that sorts
 * first. Events that have none leave the missing value.
 */
export function attributeTouch(
  which: 'first_touch' | 'last_touch',
  missing: string,
  steps: number,
  rows: Rows,
): Attribute {
  const stepBits = 2 ** steps - 1
  const by = which === 'first_touch' ? 1 : -1
  const canServe = ({ mask }: ActorEvents, place: number) => ((mask[place] as number) & stepBits) !== 0
  const valueAt = ({ value }: ActorEvents, place: number) => value?.[place] as number

  function touchedValue(events: ActorEvents, start: number, stop: number, values: readonly string[]): number {
    let found = -1
    for (let place = start; place !== stop; place += by) {
      if (!canServe(events, place)) continue
      found = valueAt(events, place)
      if (values[found] !== missing) return leastOfMoment(events, place, stop, values)
    }
    return found
  }

  function leastOfMoment(
    events: ActorEvents,
    start: number,
    stop: number,
    values: readonly string[],
  ): number {
    const { atMs } = events
    let least = valueAt(events, start)
    for (let place = start + by; place !== stop && atMs[place] === atMs[start]; place += by) {
      const own = valueAt(events, place)
      if (own === least || !canServe(events, place) || values[own] === missing) continue
      if (sortsBefore(values[own] as string, values[least] as string)) least = own
    }
    return least
  }

  return (events, from, to, values, visit) => {
    const value =
      by === 1 ? touchedValue(events, from, to, values) : touchedValue(events, to - 1, from - 1, values)
    // Without an event that matches a step there is no run either.
    if (value >= 0) visit(rows.of(value, values), events, from, to)
  }
}
