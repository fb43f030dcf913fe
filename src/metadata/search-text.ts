import { type Expression, type SqlBool, sql } from 'kysely'
import { hasSigma, inOneCase } from '#shared/any-case.ts'
import type { Dialect } from './database/dialect.ts'

const SEPARATOR = '\u001f'

/**
 * The column that a search of a list reads, computed when a row is written: a search in 10,000 insights reads one column, and
 * gives the same in every database. The texts in lower case, by the rules of JavaScript, with a separator that no search
 * contains.
 */
export const searchText = (texts: readonly (string | null)[]): string =>
  texts
    .map((text) => text ?? '')
    .join(SEPARATOR)
    .toLowerCase()

/**
 * Whether a column of search text contains a text, in any case. The rules of JavaScript make one of two small
 * letters of a capital sigma, by what follows it: here both are one.
 */
export function isFoundIn(
  { contains }: Pick<Dialect, 'contains'>,
  column: Expression<string>,
  search: string,
): Expression<SqlBool> {
  const searched = hasSigma(search) ? sql<string>`replace(${column}, 'ς', 'σ')` : column
  return contains(searched, inOneCase(search))
}
