import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** A value in a row of a SQL result. */
export type Cell = string | number | boolean | null

/**
 * Runs a SELECT statement and returns its rows. `values` are bound to its `{name}` placeholders. The page
 * writes the statement texts itself and never puts a value into them.
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
 * Returns the condition that a column equals one of these texts, with the values to bind: IN accepts only
 * values that are written in the statement. `texts` must not be empty.
 */
export const oneOf = (column: string, name: string, texts: readonly string[]) => ({
  condition: `(${texts.map((_, i) => `${column} = {${name}${i}}`).join(' OR ')})`,
  values: Object.fromEntries(texts.map((text, i) => [`${name}${i}`, text])),
})
