import { type Expression, type SqlBool, sql } from 'kysely'
import { hasSigma, inOneCase } from '#shared/any-case.ts'
import type { Dialect } from './database/dialect.ts'

const SEPARATOR = '\u001f'

/**
 * Returns the text of the column that a search of a list reads. It is computed when a row is written, so
 * that a search in 10,000 insights reads one column and finds the same in every database. It consists of
 * the texts in lower case, by the rules of JavaScript, with a separator that no search contains.
 */
export const searchText = (texts: readonly (string | null)[]): string =>
  texts
    .map((text) => text ?? '')
    .join(SEPARATOR)
    .toLowerCase()

/**
 * Returns the condition that a column of search text contains a text, whatever the case of its letters.
 * JavaScript lowers a capital sigma to one of two small letters, depending on what follows it. Here both
 * small letters count as one.
 */
export function isFoundIn(
  { contains }: Pick<Dialect, 'contains'>,
  column: Expression<string>,
  search: string,
): Expression<SqlBool> {
  const searched = hasSigma(search) ? sql<string>`replace(${column}, 'ς', 'σ')` : column
  return contains(searched, inOneCase(search))
}
