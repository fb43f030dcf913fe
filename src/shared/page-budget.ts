/**
 * How much JSON text a page takes at most. What is read for a page and its answer are in memory at once, and beyond
 * 512 MiB a text cannot be made at all.
 */
export const PAGE_BYTES = 32 * 1024 * 1024

/** The first of a page that fit together, and at least one of them: whoever follows the pages must get on. */
export function fitting<T>(items: readonly T[], bytesOf: (item: T) => number): T[] {
  let left = PAGE_BYTES
  const tooMuch = items.findIndex((item, i) => {
    left -= bytesOf(item)
    return left < 0 && i > 0
  })
  return tooMuch === -1 ? [...items] : items.slice(0, tooMuch)
}
