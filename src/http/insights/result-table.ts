import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { Table } from '#insights/kind/kind.ts'
import { kindOf } from '#insights/questions/find-kind.ts'

/**
 * The table of an insight that was saved without a question. It equals the table of a trend without series.
 */
const NO_QUESTION: Table = { columns: ['series'], rows: [] }

/** Returns the table of a result, in the form that its kind has. Without a result the table has no rows. */
export const resultTable = (result: Pick<CachedResult, 'query' | 'answer'> | null): Table =>
  result === null ? NO_QUESTION : kindOf(result.query).table(result.query, result.answer)
