import type { Walk } from './actor-events.ts'
import { eventColumns } from './event-columns.ts'
import { nativeBlocks } from './native-block.ts'
import { type NumberTexts, placeEvents } from './place.ts'
import { createRunSort } from './sort-run.ts'

/**
 * Leads a walk through chunks: Native bytes with the columns `actor`, `at`, `mask` and perhaps `value`, each with all events of
 * its actors. A text of `value` has one number in all of them.
 */
export function createChunkWalk(walk: Walk<unknown>): (bytes: Uint8Array) => void {
  const { values, numberTexts } = createTextNumbers()
  const sortRun = createRunSort()
  return (bytes) => {
    const blocks = [...nativeBlocks(bytes)].filter(({ rows }) => rows > 0).map(eventColumns)
    const { events, starts, actor } = placeEvents(blocks, numberTexts)
    for (let number = 0; number + 1 < starts.length; number++) {
      const [from, to] = [starts[number] ?? 0, starts[number + 1] ?? 0]
      if (from === to) continue
      sortRun(events, from, to)
      walk.actor(actor(number), events, from, to, values)
    }
  }
}

function createTextNumbers(): { values: readonly string[]; numberTexts: NumberTexts } {
  const values: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, values.length)
    return values.push(text) - 1
  }
  return { values, numberTexts: (texts) => Uint32Array.from(texts, numberOf) }
}
