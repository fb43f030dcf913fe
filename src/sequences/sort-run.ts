import type { ActorEvents } from './actor-events.ts'
import { partitionByTime } from './partition-run.ts'
import { createDigitSpace, type DigitSpace, sortByDigits } from './sort-by-digits.ts'

/** Up to this many events are sorted by insertion, whatever their order is. */
const FEW_EVENTS = 128
/**
 * If sorting a longer run by insertion takes more moves for each event than this, on average, the run does
 * not count as nearly sorted.
 */
const MOST_MOVES = 8
/**
 * A run with more events than this is divided by time before it is sorted, so that the space for sorting
 * does not grow with the run.
 */
const MOST_AT_ONCE = 64 * 1024

/** Space for sorting runs that are not nearly sorted. */
export type SortScratch = DigitSpace

export const createSortScratch = (): SortScratch => createDigitSpace(MOST_AT_ONCE)

/** Sorts the events [from, to) by time, all columns together. */
export function sortRun(scratch: SortScratch, events: ActorEvents, from: number, to: number): void {
  if (insert(events, from, to)) return
  if (to - from <= MOST_AT_ONCE) sortByDigits(events, from, to, scratch)
  else sortInSpans(scratch, events, from, to)
}

// This is a separate function for a reason: a function that creates a closure takes space for it at each
// call, whether the closure is needed or not. That took 5 % of a walk.
function sortInSpans(scratch: SortScratch, events: ActorEvents, from: number, to: number): void {
  partitionByTime(events, from, to, (first, end) => sortRun(scratch, events, first, end))
}

const mostMoves = (length: number): number =>
  length <= FEW_EVENTS ? FEW_EVENTS * FEW_EVENTS : length * MOST_MOVES

/**
 * Sorts by insertion. Returns false if that would take too many moves. The columns still have all events
 * then, partly sorted.
 */
function insert({ atMs, mask, value }: ActorEvents, from: number, to: number): boolean {
  let moves = mostMoves(to - from)
  let lastMs = atMs[from] as number
  for (let i = from + 1; i < to; i++) {
    const ms = atMs[i] as number
    if (ms >= lastMs) {
      lastMs = ms
      continue
    }
    const own = mask[i] as number
    const ownValue = value === undefined ? 0 : (value[i] as number)
    let place = i
    do {
      atMs[place] = atMs[place - 1] as number
      mask[place] = mask[place - 1] as number
      if (value !== undefined) value[place] = value[place - 1] as number
      place--
    } while (place > from && (atMs[place - 1] as number) > ms)
    atMs[place] = ms
    mask[place] = own
    if (value !== undefined) value[place] = ownValue
    moves -= i - place
    if (moves < 0) return false
  }
  return true
}
