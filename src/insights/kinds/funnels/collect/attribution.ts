import { lowestBits } from '#insights/runs/walk/rule.ts'
import type { ActorEvents, ValueTexts } from '#sequences/actor-events.ts'
import type { WalkMemory } from '#sequences/walk-memory.ts'
import { isBefore, type RowNumbers } from './row-numbers.ts'

/** The rule that decides which values of the breakdown an actor has: docs/semantics/funnels.md. */
export type Attributed =
  | { readonly kind: 'first_touch' | 'last_touch' | 'all_events' }
  | { readonly kind: 'step'; readonly bit: number }

/**
 * Receives the events [from, to) of an actor that take part in the funnel of a row. They may lie in scratch
 * space, which the next visit overwrites.
 */
export type VisitRow = (row: number, events: ActorEvents, from: number, to: number) => void

/** Visits each row that an actor is in. */
export type EachRow = (
  events: ActorEvents,
  from: number,
  to: number,
  values: ValueTexts,
  visit: VisitRow,
) => void

/**
 * Returns the function that visits the rows of each actor. `steps` is the number of steps, optional ones
 * included.
 */
export function eachRowOf(
  attributed: Attributed,
  rows: RowNumbers,
  steps: number,
  memory: WalkMemory,
): EachRow {
  const stepBits = lowestBits(steps)
  switch (attributed.kind) {
    case 'first_touch':
      return touchedRow(rows, stepBits, 1)
    case 'last_touch':
      return touchedRow(rows, stepBits, -1)
    case 'all_events':
      return rowsOfValues(rows, memory)
    case 'step':
      return rowsOfStep(rows, attributed.bit, memory)
  }
}

/**
 * Visits one row only. It is the row of the first event that matches one of `stepBits` and has a value or, if
 * `direction` is -1, the row of the last such event. Without such an event it is the row of the missing
 * value. The functions below are created once, not for each actor: tsx gives each function a name whenever it
 * is created, which would take longer for each actor than the walk.
 */
const touchedRow =
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
const valueAt = ({ value }: ActorEvents, place: number): number => value?.[place] ?? 0

/**
 * Visits each row to which an event of the step belongs. An actor without such an event is in no row. When a
 * row is visited, only the row's own events serve the step. From row to row only the masks of these events
 * are changed, because copying all events of an actor for each of its many rows would take too long.
 */
function rowsOfStep(rows: RowNumbers, stepBit: number, memory: WalkMemory): EachRow {
  const bit = 2 ** stepBit
  const scratch = scratchEvents(memory)
  return (events, from, to, values, visit) => {
    const placesByRow = placesOfStep(events, from, to, bit, rows, values)
    if (placesByRow.size === 0) return
    const { atMs, mask } = scratch(to - from)
    atMs.set(events.atMs.subarray(from, to))
    for (let place = from; place < to; place++) mask[place - from] = (events.mask[place] ?? 0) & ~bit
    const own = { atMs, mask }
    for (const [row, places] of placesByRow) {
      for (const place of places) mask[place - from] = events.mask[place] ?? 0
      visit(row, own, 0, to - from)
      for (const place of places) mask[place - from] = (events.mask[place] ?? 0) & ~bit
    }
  }
}

/** Returns the places of the events of the step, for each row. */
function placesOfStep(
  events: ActorEvents,
  from: number,
  to: number,
  bit: number,
  rows: RowNumbers,
  values: ValueTexts,
): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (let place = from; place < to; place++) {
    if (((events.mask[place] ?? 0) & bit) === 0) continue
    const row = rows.rowOf(valueAt(events, place), values)
    const places = found.get(row)
    if (places === undefined) found.set(row, [place])
    else places.push(place)
  }
  return found
}

/** The bit of step 1. */
const FIRST = 1

/**
 * Visits the rows of `rowsOfStep` in which the actor reaches step 1, each with the event by which it
 * reaches that step. This is for a funnel without exclusions. It takes one pass, however many rows there
 * are.
 */
export function enteredRowsOfStep(rows: RowNumbers, stepBit: number): EachRow {
  const bit = 2 ** stepBit
  return (events, from, to, values, visit) => {
    let start = from
    while (start < to && ((events.mask[start] ?? 0) & FIRST) === 0) start++
    if (start === to) return
    const placesByRow = placesOfStep(events, from, to, bit, rows, values)
    for (const [row, [place = start]] of placesByRow) {
      const entry = bit === FIRST ? place : start
      visit(row, events, entry, entry + 1)
    }
  }
}

/** Visits each row to which an event of the actor belongs, with only the events of this row. */
function rowsOfValues(rows: RowNumbers, memory: WalkMemory): EachRow {
  const scratch = scratchEvents(memory)
  let keys = new Float64Array(0)
  return (events, from, to, values, visit) => {
    const length = to - from
    if (keys.length < length) {
      memory.take((roomFor(length) - keys.length) * Float64Array.BYTES_PER_ELEMENT)
      keys = new Float64Array(roomFor(length))
    }
    // A key is the row times the number of the actor's events, plus the place of the event. When the keys
    // are sorted, the events are ordered by row, and by place within a row. A double holds a key exactly,
    // because there are at most 2 to the 32nd rows.
    const byRow = keys.subarray(0, length)
    for (let i = 0; i < length; i++) byRow[i] = rows.rowOf(valueAt(events, from + i), values) * length + i
    byRow.sort()
    const { atMs, mask } = scratch(length)
    let taken = 0
    for (let i = 0; i < length; i++) {
      const key = byRow[i] as number
      const row = Math.floor(key / length)
      const place = from + key - row * length
      atMs[taken] = events.atMs[place] ?? 0
      mask[taken++] = events.mask[place] ?? 0
      if (i + 1 < length && (byRow[i + 1] as number) < (row + 1) * length) continue
      visit(row, { atMs, mask }, 0, taken)
      taken = 0
    }
  }
}

/** Space for the events of one actor that take part in one row. */
interface ScratchEvents {
  readonly atMs: Float64Array
  readonly mask: Uint32Array
}

const BYTES_OF_AN_EVENT = Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT

/**
 * Returns a function that gives space for a number of events. The space grows when more events are asked
 * for, and is kept from actor to actor.
 */
function scratchEvents(memory: WalkMemory): (length: number) => ScratchEvents {
  let space = createScratch(0)
  return (length) => {
    const before = space.mask.length
    if (before < length) {
      const room = roomFor(length)
      memory.take((room - before) * BYTES_OF_AN_EVENT)
      space = createScratch(room)
    }
    return space
  }
}

const createScratch = (length: number): ScratchEvents => ({
  atMs: new Float64Array(length),
  mask: new Uint32Array(length),
})

/** An actor with more events than this is usually the largest actor of all. */
const MANY_EVENTS = 64 * 1024

/**
 * Returns the capacity to allocate for `length` events. Below {@link MANY_EVENTS} it is larger than
 * `length`, so that a slightly larger actor does not reallocate.
 */
const roomFor = (length: number): number => Math.max(length, Math.min(2 * length, MANY_EVENTS))
