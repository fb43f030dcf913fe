import type { ActorEvents } from './actor-events.ts'
import { timesOf } from './run-times.ts'

/** The number of time spans into which a run is divided at once. A run is the events of one actor. */
const SPANS = 2048

/**
 * Divides the events [from, to) by time into spans of equal length, and puts the events of each span before
 * the events of the next one. Calls `sortSpan` for each span with more than one event. The events are moved
 * within their columns, because an actor can have as many events as a chunk: with separate space, memory
 * would hold all of them twice.
 */
export function partitionByTime(
  events: ActorEvents,
  from: number,
  to: number,
  sortSpan: (from: number, to: number) => void,
): void {
  const { atMs } = events
  const { least, greatest } = timesOf(atMs, from, to)
  if (least === greatest) return
  const spanMs = (greatest - least + 1) / SPANS
  const spanOf = (ms: number) => Math.floor((ms - least) / spanMs)
  const ends = new Uint32Array(SPANS)
  for (let place = from; place < to; place++) {
    const span = spanOf(atMs[place] as number)
    ends[span] = (ends[span] as number) + 1
  }
  const next = new Uint32Array(SPANS)
  for (let span = 0, first = from; span < SPANS; span++) {
    next[span] = first
    first += ends[span] as number
    ends[span] = first
  }
  for (let span = 0; span < SPANS; span++) {
    const first = next[span] as number
    const end = ends[span] as number
    for (let place = first; place < end; ) {
      const own = spanOf(atMs[place] as number)
      if (own === span) place++
      else swap(events, place, takeNext(next, own))
    }
    next[span] = end
  }
  for (let span = 0, first = from; span < SPANS; span++) {
    const end = ends[span] as number
    if (end - first > 1) sortSpan(first, end)
    first = end
  }
}

function takeNext(next: Uint32Array, span: number): number {
  const place = next[span] as number
  next[span] = place + 1
  return place
}

function swap({ atMs, mask, value }: ActorEvents, a: number, b: number): void {
  const ms = atMs[a] as number
  atMs[a] = atMs[b] as number
  atMs[b] = ms
  swapIn(mask, a, b)
  if (value !== undefined) swapIn(value, a, b)
}

function swapIn(column: Uint32Array, a: number, b: number): void {
  const own = column[a] as number
  column[a] = column[b] as number
  column[b] = own
}
