import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** A value in a row of a SQL result. */
export type Cell = string | number | boolean | null

/**
 * Runs a SELECT statement and returns its rows. `values` are bound to the `{name}` placeholders of the
 * statement. The texts of statements are written in the page's code, and values are never put into them.
 */
export const rowsOf = (
  projectId: number,
  query: string,
  values: Readonly<Record<string, string | number>> = {},
) =>
  queryOptions({
    queryKey: ['rows', projectId, query, values],
    queryFn: async ({ signal }) => {
      const { results } = await ask({ projectId, node: { kind: 'HogQLQuery', query, values }, signal })
      return results as readonly (readonly Cell[])[]
    },
  })

/**
 * Returns a condition that a column equals one of `texts`, and the values to bind. The condition is a list
 * of equations with OR, because IN accepts only values that are written in the statement. `texts` must not
 * be empty.
 */
export const oneOf = (column: string, name: string, texts: readonly string[]) => ({
  condition: `(${texts.map((_, i) => `${column} = {${name}${i}}`).join(' OR ')})`,
  values: Object.fromEntries(texts.map((text, i) => [`${name}${i}`, text])),
})
