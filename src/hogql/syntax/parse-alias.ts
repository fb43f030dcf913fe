import type { TokenReader } from './token-reader.ts'

/**
 * Words that can follow an item or a source without AS, because the statement goes on with them. They are
 * read as a name only after AS or in quotes.
 */
const CLAUSES: ReadonlySet<string> = new Set(
  `from where prewhere group having order limit offset union on using join inner left right full cross any all asof semi anti
  global array final sample settings format window qualify intersect except and or not as in is like ilike between desc asc
  with by fetch into`.split(/\s+/),
)

/** Parses a name after AS, or without AS. Null if there is none. */
export function parseAlias(reader: TokenReader): string | null {
  const hasWord = reader.take('as')
  const token = reader.peek()
  const isName = token.kind === 'name' && (token.isQuoted || !CLAUSES.has(token.text.toLowerCase()))
  if (!isName && !hasWord) return null
  reader.next()
  if (!isName || token.kind !== 'name') throw reader.unexpected(token)
  return token.text
}
