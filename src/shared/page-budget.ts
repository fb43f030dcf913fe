/**
 * Largest JSON text of a page, in bytes. The rows of a page and the answer made of them are in memory at
 * the same time, and a string of 512 MiB cannot be made at all.
 */
export const PAGE_BYTES = 32 * 1024 * 1024

/**
 * Returns the first items that together fit into a page. There is always at least one item, so that a
 * reader of the pages makes progress.
 */
export function fitting<T>(items: readonly T[], bytesOf: (item: T) => number): T[] {
  let left = PAGE_BYTES
  const tooMuch = items.findIndex((item, i) => {
    left -= bytesOf(item)
    return left < 0 && i > 0
  })
  return tooMuch === -1 ? [...items] : items.slice(0, tooMuch)
}
