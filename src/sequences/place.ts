import type { ActorEvents } from './actor-events.ts'
import type { EventColumns } from './event-columns.ts'
import { numberActors } from './number-actors.ts'

/** Events of which those of one actor lie together, in any order. */
export interface PlacedEvents {
  readonly events: ActorEvents
  /** The events of number n are those from `starts[n]` to `starts[n + 1]`: none for some numbers. */
  readonly starts: Uint32Array
  /** The actor of a number. */
  actor(number: number): number | bigint
}

/** Gives the texts of a column their numbers. */
export type NumberTexts = (texts: readonly string[]) => Uint32Array

/** Places events by actor with a counting sort: two passes, whatever their order is. */
export function placeEvents(blocks: readonly EventColumns[], numberTexts: NumberTexts): PlacedEvents {
  const { ofRows, count, actor } = numberActors(blocks.map((block) => block.actor))
  const starts = startsOf(ofRows, count)
  const next = starts.slice()
  const atMs = new Float64Array(ofRows.length)
  const mask = new Uint32Array(ofRows.length)
  const hasValues = blocks.some((block) => block.value !== undefined)
  const value = new Uint32Array(hasValues ? ofRows.length : 0)
  let first = 0
  for (const block of blocks) {
    const places = takePlaces(next, ofRows.subarray(first, first + block.atMs.length))
    scatter(block.atMs, places, atMs)
    scatter(block.mask, places, mask)
    if (block.value !== undefined) {
      const { rows, texts } = block.value
      const numbers = numberTexts(texts)
      for (let row = 0; row < rows.length; row++) value[places[row] ?? 0] = numbers[rows[row] ?? 0] ?? 0
    }
    first += block.atMs.length
  }
  return { events: hasValues ? { atMs, mask, value } : { atMs, mask }, starts, actor }
}

function startsOf(ofRows: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (let row = 0; row < ofRows.length; row++) {
    const number = ofRows[row] ?? 0
    starts[number + 1] = (starts[number + 1] ?? 0) + 1
  }
  for (let number = 0; number < count; number++)
    starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0)
  return starts
}

/** The places of a block's rows, in the array of their actors' numbers, which nothing else needs any more. */
function takePlaces(next: Uint32Array, numbers: Uint32Array): Uint32Array {
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] ?? 0
    const place = next[number] ?? 0
    next[number] = place + 1
    numbers[row] = place
  }
  return numbers
}

function scatter<Column extends Float64Array | Uint32Array>(
  from: Column,
  places: Uint32Array,
  to: Column,
): void {
  for (let row = 0; row < from.length; row++) to[places[row] ?? 0] = from[row] ?? 0
}
