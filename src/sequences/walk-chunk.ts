import type { Walk } from './actor-events.ts'
import { type EventColumns, eventColumns } from './event-columns.ts'
import { nativeBlocks } from './native-block.ts'
import { numberActors } from './number-actors.ts'
import { placesOf, tilesOf } from './place.ts'
import { createTileSpace, putInPlaces } from './placed-events.ts'
import { createRunSort } from './sort-run.ts'
import { stretchesInTime } from './stretches.ts'
import { createTextNumbers } from './text-numbers.ts'

/** Takes a part of a chunk, and walks through all of them with the last one. */
export type ChunkWalk = (bytes: Uint8Array, endsChunk: boolean) => void

/**
 * Leads a walk through chunks: Native bytes with the columns `actor`, `at`, `mask` and perhaps `era` and `value`, each with all events of
 * its actors. A text of `value` has one number in all of them.
 */
export function createChunkWalk(walk: Walk<unknown>, mostTextBytes = Number.POSITIVE_INFINITY): ChunkWalk {
  const { texts, numbersOf } = createTextNumbers(mostTextBytes)
  const sortRun = createRunSort()
  let blocks: EventColumns[] = []

  function walkBlocks(): void {
    const actors = numberActors(blocks.map((block) => block.actor))
    const places = placesOf(actors)
    const stretches = stretchesInTime(blocks, actors)
    const spaceOf = createTileSpace(blocks.some(({ value }) => value !== undefined))
    for (const tile of tilesOf(places, actors, stretches)) {
      const events = spaceOf(tile)
      putInPlaces(stretches, actors, places, tile, events)
      for (let number = tile.from; number < tile.to; number++) {
        const from = (places.next[number] ?? 0) - tile.first
        const to = (places.next[number + 1] ?? 0) - tile.first
        if (from === to) continue
        sortRun(events, from, to)
        walk.actor(actors.actor(number), events, from, to, texts)
      }
    }
  }
  return (bytes, endsChunk) => {
    for (const block of nativeBlocks(bytes)) if (block.rows > 0) blocks.push(eventColumns(block, numbersOf))
    if (!endsChunk) return
    walkBlocks()
    blocks = []
  }
}
