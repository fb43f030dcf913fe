import type { ActorEvents } from './actor-events.ts'
import { timesOf } from './run-times.ts'

/** Space for sorting a run of up to a certain length. A run is the events of one actor. */
export interface DigitSpace {
  /**
   * Times of events since the least time of the run. For each time, `order` has the place that its event
   * had before.
   */
  sinceMs: Float64Array
  order: Uint32Array
  /** The times and the places after they were sorted by one more digit. */
  otherSinceMs: Float64Array
  otherOrder: Uint32Array
  /** `next[digit]` is the place of the next event with this digit. */
  readonly next: Uint32Array
}

/**
 * A run of fewer events than this is sorted by short digits. A short digit has few values and takes more
 * passes. A long digit has many values, and each pass takes longer to begin.
 */
const SHORT_RUN = 1500
const SHORT_DIGIT = 2 ** 8
const LONG_DIGIT = 2 ** 11

export const createDigitSpace = (length: number): DigitSpace => ({
  sinceMs: new Float64Array(length),
  order: new Uint32Array(length),
  otherSinceMs: new Float64Array(length),
  otherOrder: new Uint32Array(length),
  next: new Uint32Array(LONG_DIGIT),
})

/**
 * Sorts the events [from, to) by time. First the times, with their places, are sorted by one digit after
 * the other, the lowest digit first. Then every column is put into the order of these places once.
 */
export function sortByDigits(
  { atMs, mask, value }: ActorEvents,
  from: number,
  to: number,
  space: DigitSpace,
): void {
  const length = to - from
  const { least, greatest } = timesOf(atMs, from, to)
  for (let i = 0; i < length; i++) {
    space.sinceMs[i] = (atMs[from + i] as number) - least
    space.order[i] = i
  }
  const digits = length < SHORT_RUN ? SHORT_DIGIT : LONG_DIGIT
  for (let unit = 1; unit <= greatest - least; unit *= digits) sortByDigit(space, length, unit, digits)
  const { sinceMs, order, otherOrder } = space
  for (let i = 0; i < length; i++) atMs[from + i] = least + (sinceMs[i] as number)
  for (const column of value === undefined ? [mask] : [mask, value]) {
    otherOrder.set(column.subarray(from, to))
    for (let i = 0; i < length; i++) column[from + i] = otherOrder[order[i] as number] as number
  }
}

/**
 * Sorts by one digit with a counting sort, which keeps the order of events with equal digits. `unit` and
 * `digits` are powers of two, so dividing a time by them is exact.
 */
function sortByDigit(space: DigitSpace, length: number, unit: number, digits: number): void {
  const { sinceMs, order, otherSinceMs, otherOrder, next } = space
  for (let digit = 0; digit < digits; digit++) next[digit] = 0
  for (let i = 0; i < length; i++) {
    const digit = ((sinceMs[i] as number) / unit) & (digits - 1)
    next[digit] = (next[digit] as number) + 1
  }
  for (let digit = 0, first = 0; digit < digits; digit++) {
    const count = next[digit] as number
    next[digit] = first
    first += count
  }
  for (let i = 0; i < length; i++) {
    const ms = sinceMs[i] as number
    const digit = (ms / unit) & (digits - 1)
    const place = next[digit] as number
    next[digit] = place + 1
    otherSinceMs[place] = ms
    otherOrder[place] = order[i] as number
  }
  space.sinceMs = otherSinceMs
  space.order = otherOrder
  space.otherSinceMs = sinceMs
  space.otherOrder = order
}
