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
  /** Times since the least of the run, and the place of each before. */
  sinceMs: Float64Array
  order: Uint32Array
  /** The same, sorted by one more digit. */
  otherSinceMs: Float64Array
  otherOrder: Uint32Array
  /** By digit: the place of its next event. */
  readonly next: Uint32Array
}

const DIGIT = 2048

const newSpace = (length: number): Space => ({
  sinceMs: new Float64Array(length),
  order: new Uint32Array(length),
  otherSinceMs: new Float64Array(length),
  otherOrder: new Uint32Array(length),
  next: new Uint32Array(DIGIT),
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

// Times and places are sorted by one digit of the time after the other, the lowest first; then all columns follow the places once.
function sortLong({ atMs, mask, value }: ActorEvents, from: number, to: number, space: Space): void {
  const length = to - from
  const { least, greatest } = boundsOf(atMs, from, to)
  for (let i = 0; i < length; i++) {
    space.sinceMs[i] = (atMs[from + i] as number) - least
    space.order[i] = i
  }
  for (let unit = 1; unit <= greatest - least; unit *= DIGIT) sortByDigit(space, length, unit)
  const { sinceMs, order, otherOrder } = space
  for (let i = 0; i < length; i++) atMs[from + i] = least + (sinceMs[i] as number)
  for (const column of value === undefined ? [mask] : [mask, value]) {
    otherOrder.set(column.subarray(from, to))
    for (let i = 0; i < length; i++) column[from + i] = otherOrder[order[i] as number] as number
  }
}

function boundsOf(atMs: Float64Array, from: number, to: number) {
  let least = atMs[from] as number
  let greatest = least
  for (let place = from + 1; place < to; place++) {
    const ms = atMs[place] as number
    if (ms < least) least = ms
    if (ms > greatest) greatest = ms
  }
  return { least, greatest }
}

/** A counting sort, which keeps the order of equal digits. */
function sortByDigit(space: Space, length: number, unit: number): void {
  const { sinceMs, order, otherSinceMs, otherOrder, next } = space
  next.fill(0)
  for (let i = 0; i < length; i++) {
    const digit = digitOf(sinceMs[i] as number, unit)
    next[digit] = (next[digit] as number) + 1
  }
  for (let digit = 0, first = 0; digit < DIGIT; digit++) {
    const count = next[digit] as number
    next[digit] = first
    first += count
  }
  for (let i = 0; i < length; i++) {
    const ms = sinceMs[i] as number
    const digit = digitOf(ms, unit)
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

/** `unit` is a power of two, by which a time is divided exactly. */
const digitOf = (ms: number, unit: number): number => (ms / unit) & (DIGIT - 1)
