import type { Walk } from './actor-events.ts'
import { eventColumns } from './event-columns.ts'
import { createEventKinds } from './event-kinds.ts'
import { nativeBlocks } from './native-block.ts'
import { numberActors } from './number-actors.ts'
import { placesOf } from './place.ts'
import { putInPlaces } from './placed-events.ts'
import { createRunReader } from './runs.ts'

/**
 * Leads a walk through chunks: Native bytes with the columns `actor`, `at`, `mask` and perhaps `value`, each with all events of
 * its actors. A text of `value` has one number in all of them.
 */
export function createChunkWalk(walk: Walk<unknown>): (bytes: Uint8Array) => void {
  const { values, numberTexts } = createTextNumbers()
  const kinds = createEventKinds(numberTexts)
  const readRun = createRunReader()
  return (bytes) => {
    const blocks = [...nativeBlocks(bytes)].filter(({ rows }) => rows > 0).map(eventColumns)
    const actors = numberActors(blocks.map((block) => block.actor))
    const places = placesOf(actors)
    const placed = putInPlaces(blocks, kinds, actors, places)
    const tables = kinds.tables()
    const { next: starts } = places
    for (let number = 0; number < actors.count; number++) {
      const from = starts[number] ?? 0
      const to = starts[number + 1] ?? 0
      if (from < to) walk.actor(actors.actor(number), readRun(placed, tables, from, to), 0, to - from, values)
    }
  }
}

function createTextNumbers() {
  const values: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, values.length)
    return values.push(text) - 1
  }
  return { values, numberTexts: (texts: readonly string[]) => Uint32Array.from(texts, numberOf) }
}
