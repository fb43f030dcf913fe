import type { EventColumns } from './event-columns.ts'
import type { EventKinds } from './event-kinds.ts'

/** Events at their places, each with its time and its kind. */
export type PlacedEvents = PackedEvents | WideEvents

/**
 * A number for each event: the milliseconds since `leastMs`, times `scale`, and its kind. One array in place of two, which a processor's
 * cache holds longer, and of which the order is that of time.
 */
export interface PackedEvents {
  readonly numbers: Float64Array
  readonly leastMs: number
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

/** `places` are those of all rows, block after block. */
export function putInPlaces(
  blocks: readonly EventColumns[],
  kinds: EventKinds,
  places: Uint32Array,
): PlacedEvents {
  const kindsOf = blocks.map(kinds.ofRows)
  const [leastMs, greatestMs] = rangeOf(blocks)
  const scale = 2 ** Math.ceil(Math.log2(Math.max(1, kinds.count())))
  return (greatestMs - leastMs + 1) * scale <= MOST_EXACT
    ? putPacked(blocks, kindsOf, places, { leastMs, scale })
    : putWide(blocks, kindsOf, places)
}

function rangeOf(blocks: readonly EventColumns[]): readonly [leastMs: number, greatestMs: number] {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const { atMs } of blocks)
    for (let row = 0; row < atMs.length; row++) {
      const ms = atMs[row] ?? 0
      if (ms < least) least = ms
      if (ms > greatest) greatest = ms
    }
  return [least, greatest]
}

function putPacked(
  blocks: readonly EventColumns[],
  kindsOf: readonly Uint32Array[],
  places: Uint32Array,
  packing: Pick<PackedEvents, 'leastMs' | 'scale'>,
): PackedEvents {
  const numbers = new Float64Array(places.length)
  const { leastMs, scale } = packing
  let first = 0
  for (const [i, { atMs }] of blocks.entries()) {
    const kinds = kindsOf[i] ?? new Uint32Array()
    for (let row = 0; row < atMs.length; row++)
      numbers[places[first + row] ?? 0] = ((atMs[row] ?? 0) - leastMs) * scale + (kinds[row] ?? 0)
    first += atMs.length
  }
  return { numbers, ...packing }
}

function putWide(
  blocks: readonly EventColumns[],
  kindsOf: readonly Uint32Array[],
  places: Uint32Array,
): WideEvents {
  const placed = { atMs: new Float64Array(places.length), kinds: new Uint32Array(places.length) }
  let first = 0
  for (const [i, { atMs }] of blocks.entries()) {
    const kinds = kindsOf[i] ?? new Uint32Array()
    for (let row = 0; row < atMs.length; row++) {
      const place = places[first + row] ?? 0
      placed.atMs[place] = atMs[row] ?? 0
      placed.kinds[place] = kinds[row] ?? 0
    }
    first += atMs.length
  }
  return placed
}
