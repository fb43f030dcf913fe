/** The items in order, `size` at a time: what one statement or one insert may hold. */
export function* chunksOf<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size)
}
