import { chunksOf } from '#shared/chunks-of.ts'
import { createPauses } from './pauses.ts'

/** Items that are mapped at once: checking 700,000 rows together held the event loop for 100 ms. */
const ITEMS_AT_ONCE = 1_000

/** What `map` gives for all items, of which it gets a thousand at a time, with other work in between. */
export async function mapInParts<Item, Mapped>(
  items: readonly Item[],
  map: (some: readonly Item[]) => readonly Mapped[] | Promise<readonly Mapped[]>,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  const pause = createPauses()
  for (const some of chunksOf(items, ITEMS_AT_ONCE)) {
    for (const one of await map(some)) mapped.push(one)
    await pause()
  }
  return mapped
}
