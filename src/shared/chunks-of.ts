/**
 * Yields the items in order, in slices of at most `size` items. It serves statements and inserts of limited
 * length.
 */
export function* chunksOf<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size)
}
