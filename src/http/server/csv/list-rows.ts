import { answerText } from '#shared/json-text.ts'

export interface ListPage {
  readonly results: readonly unknown[]
  /** The absolute address of what follows; null at the end. */
  readonly next: string | null
}
export type AskPage = (link: string) => Promise<ListPage>

/**
 * The rows that follow a page, page by page until the list ends. A list that is counted off by `offset` may move while it
 * is read, so a page is asked for with the last row of the one before: a row that is there all the time comes exactly once.
 * @throws Error where nothing of the page before can be found again. Half a list must not look like a whole one.
 */
export async function* rowsBehind(first: ListPage, ask: AskPage): AsyncGenerator<readonly unknown[]> {
  let page = first
  for (let last = first.results; page.next !== null; ) {
    page = await pageBehind(page.next, last, ask)
    if (page.results.length === 0) continue
    last = page.results
    yield page.results
  }
}

async function pageBehind(link: string, last: readonly unknown[], ask: AskPage): Promise<ListPage> {
  const place = new URL(link).searchParams
  const offset = Number(place.get('offset') ?? 0)
  const known = new Set(last.map(keyOf))
  const lastKnown = ({ results }: ListPage) => results.findLastIndex((row) => known.has(keyOf(row)))
  // Nothing leaves a list that has page numbers, so none of it is missed: what came since moves the rest further on.
  if (place.has('page')) {
    const page = await ask(link)
    return { results: page.results.slice(lastKnown(page) + 1), next: page.next }
  }
  // A cursor is a place in the list, wherever that has moved.
  if (offset === 0 || last.length === 0) return ask(link)
  for (const overlap of [1, last.length]) {
    const page = await ask(withOffset(link, Math.max(offset - overlap, 0)))
    const at = lastKnown(page)
    const results = page.results.slice(at + 1)
    // On a page of very large rows nothing but the overlap may have room.
    if (results.length === 0 && page.next === link) return ask(link)
    if (at >= 0) return { results, next: page.next }
  }
  throw new Error('The list has changed faster than it was read')
}

function keyOf(row: unknown): unknown {
  const { id } = row as { id?: unknown }
  return id ?? answerText(row)
}

function withOffset(link: string, offset: number): string {
  const url = new URL(link)
  url.searchParams.set('offset', String(offset))
  return url.href
}
