import type { ActorEvents } from './actor-events.ts'

/** Moves of an event, on average, after which a run is no longer taken as nearly sorted; a short run may take more. */
const MOST_MOVES = 8
const FEW_EVENTS = 24

/** Space for sorting long runs, which grows with the longest. */
export interface SortScratch {
  space: Space
}

export const createSortScratch = (): SortScratch => ({ space: newSpace(1024) })

/** Sorts the events [from, to) by time, all columns together. */
export function sortRun(scratch: SortScratch, events: ActorEvents, from: number, to: number): void {
  if (insert(events, from, to)) return
  if (scratch.space.order.length < to - from) scratch.space = newSpace(2 * (to - from))
  sortLong(events, from, to, scratch.space)
}

interface Space {
  /** Times in order, and the place of each before. */
  atMs: Float64Array
  order: Uint32Array
  /** The other half of a merge. */
  otherAtMs: Float64Array
  otherOrder: Uint32Array
}

const newSpace = (length: number): Space => ({
  atMs: new Float64Array(length),
  order: new Uint32Array(length),
  otherAtMs: new Float64Array(length),
  otherOrder: new Uint32Array(length),
})

/** Sorts by insertion. False where that would take too many moves: the events are all there then. */
function insert({ atMs, mask, value }: ActorEvents, from: number, to: number): boolean {
  let moves = Math.max(to - from, FEW_EVENTS) * MOST_MOVES
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

// Times and places are merged, then the other columns follow the places once.
function sortLong({ atMs, mask, value }: ActorEvents, from: number, to: number, space: Space): void {
  const length = to - from
  space.atMs.set(atMs.subarray(from, to))
  for (let i = 0; i < length; i++) space.order[i] = i
  for (let width = 1; width < length; width *= 2) mergePass(space, length, width)
  atMs.set(space.atMs.subarray(0, length), from)
  for (const column of value === undefined ? [mask] : [mask, value]) {
    const before = space.otherOrder
    before.set(column.subarray(from, to))
    for (let i = 0; i < length; i++) column[from + i] = before[space.order[i] ?? 0] ?? 0
  }
}

function mergePass(space: Space, length: number, width: number): void {
  for (let from = 0; from < length; from += 2 * width)
    merge(space, from, Math.min(from + width, length), Math.min(from + 2 * width, length))
  const { atMs, order } = space
  space.atMs = space.otherAtMs
  space.order = space.otherOrder
  space.otherAtMs = atMs
  space.otherOrder = order
}

function merge(space: Space, from: number, middle: number, to: number): void {
  const { atMs, order, otherAtMs, otherOrder } = space
  let left = from
  let right = middle
  for (let at = from; at < to; at++) {
    const isLeft = right >= to || (left < middle && (atMs[left] ?? 0) <= (atMs[right] ?? 0))
    const taken = isLeft ? left++ : right++
    otherAtMs[at] = atMs[taken] ?? 0
    otherOrder[at] = order[taken] ?? 0
  }
}
