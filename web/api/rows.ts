import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** A value of a row of a statement. */
export type Cell = string | number | boolean | null

/** The rows of a SELECT statement; `values` are its `{name}`s. Statements are written in the page, and never with values in their text. */
export const rowsOf = (
  projectId: number,
  query: string,
  values: Readonly<Record<string, string | number>> = {},
) =>
  queryOptions({
    queryKey: ['rows', projectId, query, values],
    queryFn: async ({ signal }) => {
      const { results } = await ask({ projectId, node: { kind: 'HogQLQuery', query, values }, signal })
      return results as unknown as readonly (readonly Cell[])[]
    },
  })

/** The condition that a column is one of these texts, which are values of the statement: IN takes written values only. Not for an empty list. */
export const oneOf = (column: string, name: string, texts: readonly string[]) => ({
  condition: `(${texts.map((_, i) => `${column} = {${name}${i}}`).join(' OR ')})`,
  values: Object.fromEntries(texts.map((text, i) => [`${name}${i}`, text])),
})
