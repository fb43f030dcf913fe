import type { Page, Position } from '#http/server/paging.ts'
import { answerText } from '#shared/json-text.ts'

type FindPage<Where extends Position> = (position: Where) => Promise<Page<unknown, Where>>

/**
 * Yields the rows after a page, page by page, up to the end of the list. In a list that is paged by offset,
 * rows may change their positions between two pages. So each page is read with an overlap: it begins at the
 * last row of the previous page. If it has no row of the previous page, it is read again with an overlap of
 * a whole page. Each row that stays in the list is yielded exactly once.
 * @throws Error if the second read has no row of the previous page either. A list that is cut off here would
 * look complete.
 */
export async function* laterRows<Where extends Position>(
  first: Page<unknown, Where>,
  findPage: FindPage<Where>,
): AsyncGenerator<readonly unknown[]> {
  let page = first
  for (let last = first.results; page.next !== null; ) {
    page = await pageAfter(page.next, last, findPage)
    if (page.results.length === 0) continue
    last = page.results
    yield page.results
  }
}

async function pageAfter<Where extends Position>(
  position: Where,
  last: readonly unknown[],
  findPage: FindPage<Where>,
): Promise<Page<unknown, Where>> {
  const known = new Set(last.map(keyOf))
  const lastKnown = ({ results }: Page<unknown, Where>) =>
    results.findLastIndex((row) => known.has(keyOf(row)))
  // In a list with page numbers, rows are never removed, and new rows only move others to later pages.
  if (position.page !== undefined) {
    const page = await findPage(position)
    return { results: page.results.slice(lastKnown(page) + 1), next: page.next }
  }
  const { offset = 0 } = position
  // A cursor names a row. The page begins after this row, even if the row has another position now.
  if (offset === 0 || last.length === 0) return findPage(position)
  for (const overlap of [1, last.length]) {
    const page = await findPage({ ...position, offset: Math.max(offset - overlap, 0) })
    const at = lastKnown(page)
    const results = page.results.slice(at + 1)
    // If rows are very large, a page may have room only for the rows that overlap with the previous page.
    if (results.length === 0 && page.next?.offset === offset) return findPage(position)
    if (at >= 0) return { results, next: page.next }
  }
  throw new Error('The list changed faster than it was read')
}

function keyOf(row: unknown): unknown {
  const { id } = row as { id?: unknown }
  return id ?? answerText(row)
}
