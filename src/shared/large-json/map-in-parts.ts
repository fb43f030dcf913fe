import { chunksOf } from '#shared/chunks-of.ts'
import { createPauses } from './pauses.ts'

/** Number of items that are mapped at once. Checking 700,000 rows at once held the event loop for 100 ms. */
const ITEMS_AT_ONCE = 250

/** Maps all items. `map` gets some hundreds of items at a time, and other work runs in between. */
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
