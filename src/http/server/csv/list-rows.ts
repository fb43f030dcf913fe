import type { Page, Position } from '#http/server/paging.ts'
import { answerText } from '#shared/json-text.ts'

type FindPage<Where extends Position> = (position: Where) => Promise<Page<unknown, Where>>

/**
 * Returns the rows after a page, page by page to the end of the list. In a list that is paged by offset,
 * rows may move meanwhile. So each page is read from the last row of the previous page on: a row that stays
 * in the list is returned exactly once.
 * @throws Error if no row of the previous page is found again: half a list must not look like a whole one.
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
  // A list with page numbers never loses rows. New rows only move the others to later pages.
  if (position.page !== undefined) {
    const page = await findPage(position)
    return { results: page.results.slice(lastKnown(page) + 1), next: page.next }
  }
  const { offset = 0 } = position
  // A cursor names a row, so the page begins after this row even if its position changes.
  if (offset === 0 || last.length === 0) return findPage(position)
  for (const overlap of [1, last.length]) {
    const page = await findPage({ ...position, offset: Math.max(offset - overlap, 0) })
    const at = lastKnown(page)
    const results = page.results.slice(at + 1)
    // A page of very large rows may only have room for the overlap.
    if (results.length === 0 && page.next?.offset === offset) return findPage(position)
    if (at >= 0) return { results, next: page.next }
  }
  throw new Error('The list changed faster than it was read')
}

function keyOf(row: unknown): unknown {
  const { id } = row as { id?: unknown }
  return id ?? answerText(row)
}
