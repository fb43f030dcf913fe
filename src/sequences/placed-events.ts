import type { EventColumns } from './event-columns.ts'
import type { EventKinds } from './event-kinds.ts'
import type { NumberedActors } from './number-actors.ts'
import type { Places } from './place.ts'

/** Events at their places, each with its time and its kind. */
export type PlacedEvents = PackedEvents | WideEvents

/**
 * A number for each event: the milliseconds since the start of the range, times `scale`, and its kind. One array in place of two, which
 * a processor's cache holds longer, and of which the order is that of time.
 */
export interface PackedEvents {
  readonly numbers: Float64Array
  /** A power of two. */
  readonly scale: number
}

/** The same apart: for so many kinds over such a range that a number would not be exact. */
export interface WideEvents {
  readonly atMs: Float64Array
  readonly kinds: Uint32Array
}

/** Integers up to here are exact. */
const MOST_EXACT = 2 ** 53

/** Puts the rows at their places, block after block. */
export function putInPlaces(
  blocks: readonly EventColumns[],
  kinds: EventKinds,
  actors: NumberedActors,
  { next, rows }: Places,
): PlacedEvents {
  const kindsOf = blocks.map(kinds.ofRows)
  const scale = 2 ** Math.ceil(Math.log2(Math.max(1, kinds.count())))
  const placed: PlacedEvents =
    (mostMs(blocks) + 1) * scale <= MOST_EXACT
      ? { numbers: new Float64Array(rows), scale }
      : { atMs: new Float64Array(rows), kinds: new Uint32Array(rows) }
  const longest = blocks.reduce((most, { mask }) => Math.max(most, mask.length), 0)
  // Each block is copied to them: the loops see one type of column, whatever the engine has sent.
  const [atMs, kindOfRow] = [new Float64Array(longest), new Uint32Array(longest)]
  for (const [i, { atMs: at }] of blocks.entries()) {
    atMs.set(at)
    kindOfRow.set(kindsOf[i] ?? [])
    const block = { atMs, kinds: kindOfRow, actors: actors.columns[i] ?? new Uint32Array() }
    if ('numbers' in placed) putPacked(block, actors.least, next, placed.numbers, placed.scale)
    else putWide(block, actors.least, next, placed)
  }
  return placed
}

interface Block {
  readonly atMs: Float64Array
  readonly kinds: Uint32Array
  /** Its length is the number of rows. */
  readonly actors: Uint32Array
}

function putPacked(
  { atMs, kinds, actors }: Block,
  least: number,
  next: Uint32Array,
  numbers: Float64Array,
  scale: number,
): void {
  const before = least - 1
  for (let row = 0; row < actors.length; row++) {
    const number = (actors[row] ?? 0) - before
    const place = next[number] ?? 0
    next[number] = place + 1
    numbers[place] = (atMs[row] ?? 0) * scale + (kinds[row] ?? 0)
  }
}

function putWide({ atMs, kinds, actors }: Block, least: number, next: Uint32Array, placed: WideEvents): void {
  const before = least - 1
  for (let row = 0; row < actors.length; row++) {
    const number = (actors[row] ?? 0) - before
    const place = next[number] ?? 0
    next[number] = place + 1
    placed.atMs[place] = atMs[row] ?? 0
    placed.kinds[place] = kinds[row] ?? 0
  }
}

/** No time of the blocks is greater. */
const mostMs = (blocks: readonly EventColumns[]) =>
  blocks.reduce((most, { atMs }) => Math.max(most, greatest(atMs)), 0)

function greatest(atMs: EventColumns['atMs']): number {
  if (atMs instanceof Uint32Array) return 2 ** 32 - 1
  let found = 0
  for (let row = 0; row < atMs.length; row++) {
    const ms = atMs[row] ?? 0
    if (ms > found) found = ms
  }
  return found
}
