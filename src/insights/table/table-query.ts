import type { CheckedQuery } from '#hogql/select/checked-query.ts'
import type { InsightQuery } from '#query/insight-query.ts'

/** A question whose answer is the rows of a statement. */
export interface TableQuery extends InsightQuery {
  readonly breakdown: null
  /** Statement that asks for one row more than `limit`. If it is found, there are more rows. */
  readonly statement: CheckedQuery
  /** Most rows of the answer. */
  readonly limit: number
  readonly offset: number
  /** Columns of the answer; null if they are the columns of the statement. */
  readonly outputs: readonly Output[] | null
}

/**
 * A column of an answer. It is the column of the statement at index `from`, or an object that is made of
 * several columns from this index on.
 */
export interface Output {
  readonly name: string
  readonly of: 'column' | OutputObject
  readonly from: number
}
export type OutputObject =
  | 'event'
  | 'person'
  | 'person of event'
  | 'listed person'
  | 'display name'
  | 'group name'
  | 'session'

/** Limits for the number of rows of an answer. */
export const ROW_LIMITS = { standard: 100, most: 50_000 } as const

export interface RowLimits {
  /** Limit of a statement that does not set a limit itself. */
  readonly standard: number
  readonly most: number
}

/** Returns the limits with which a question was parsed; null for a file of all rows, which has no limits. */
export const limitsOf = (query: InsightQuery): RowLimits | null =>
  'limit' in query && query.limit === Number.POSITIVE_INFINITY ? null : ROW_LIMITS

/**
 * Returns the statement, changed to ask for one row more than its limit. The limit is at most `most`. For a
 * file that is streamed there are no limits, and the statement stays unchanged.
 */
export function limited(
  statement: CheckedQuery,
  limits: RowLimits | null,
): Pick<TableQuery, 'statement' | 'limit' | 'offset'> {
  if (limits === null) return { statement, limit: Number.POSITIVE_INFINITY, offset: 0 }
  const { standard, most } = limits
  const [only, ...others] = statement.selects
  if (only === undefined || others.length > 0) return limited(rowsOf(statement), limits)
  const limit = Math.min(only.limit ?? standard, most)
  return {
    statement: { ...statement, selects: [{ ...only, limit: limit + 1 }] },
    limit,
    offset: only.offset,
  }
}

/**
 * Returns a query that a limit can be added to. A union of several SELECTs becomes the source of a new
 * query.
 */
function rowsOf(query: CheckedQuery): CheckedQuery {
  const id = 's0'
  const items = query.columns.map(
    ({ type }, place) =>
      ({ kind: 'ref', source: id, type, of: { kind: 'column', name: String(place) } }) as const,
  )
  const select = {
    ...{ isDistinct: false, items, where: [], isGrouped: false, groupBy: [], having: null, orderBy: [] },
    ...{ limitBy: null, limit: null, offset: 0 },
    sources: [{ id, join: 'first', on: null, of: { kind: 'query', query } }] as const,
  }
  return { selects: [select], isDistinctUnion: false, columns: query.columns }
}
