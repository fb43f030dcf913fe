import type { HogqlNode, HogqlType } from '#hogql/expression.ts'
import type { Join } from '#hogql/syntax/select-syntax.ts'
import type { TableName } from './tables.ts'

/**
 * A statement whose names and types are checked. It is pure data without positions in the text, because it
 * is a part of a cached question's key. All members of a UNION have the same number of columns, with the
 * same types.
 */
export interface CheckedQuery {
  readonly selects: readonly CheckedSelect[]
  readonly isDistinctUnion: boolean
  readonly columns: readonly OutputColumn[]
}

export interface OutputColumn {
  readonly name: string
  readonly type: HogqlType
}

export interface CheckedSelect {
  readonly isDistinct: boolean
  /** The values of a row, one for each column of the query. */
  readonly items: readonly HogqlNode[]
  readonly sources: readonly CheckedSource[]
  /** Conditions, all of which must hold. */
  readonly where: readonly HogqlNode[]
  /** Whether the SELECT has one row for each group. Without `groupBy` all rows are one group. */
  readonly isGrouped: boolean
  readonly groupBy: readonly HogqlNode[]
  readonly having: HogqlNode | null
  readonly orderBy: readonly CheckedOrder[]
  readonly limitBy: {
    readonly count: number
    readonly offset: number
    readonly by: readonly HogqlNode[]
  } | null
  readonly limit: number | null
  readonly offset: number
}

export interface CheckedOrder {
  readonly of: HogqlNode
  readonly isDescending: boolean
  readonly nulls: 'first' | 'last' | null
}

export interface CheckedWindow {
  readonly partitionBy: readonly HogqlNode[]
  readonly orderBy: readonly CheckedOrder[]
  /**
   * The first and the last row of the frame, as the number of rows before (negative) or after the current
   * one. Null means the first or the last row of the window.
   */
  readonly frame: { readonly from: number | null; readonly to: number | null } | null
}

/** A table or a query in FROM. `id` is unique in its statement. */
export interface CheckedSource {
  readonly id: string
  readonly join: Join
  readonly on: HogqlNode | null
  readonly of:
    | { readonly kind: 'table'; readonly table: TableName }
    | { readonly kind: 'query'; readonly query: CheckedQuery }
}

/** Returns the parts of all members of a query, including the parts of queries inside them. */
export const partsOfQuery = ({ selects }: CheckedQuery): HogqlNode[] => selects.flatMap(partsOfSelect)

/** Returns the parts of one SELECT, including the parts of the queries in its FROM. */
export const partsOfSelect = (select: CheckedSelect): HogqlNode[] => [
  ...select.items,
  ...select.sources.flatMap(({ on, of }) => [
    ...(on === null ? [] : [on]),
    ...(of.kind === 'query' ? partsOfQuery(of.query) : []),
  ]),
  ...select.where,
  ...select.groupBy,
  ...(select.having === null ? [] : [select.having]),
  ...select.orderBy.map(({ of }) => of),
  ...(select.limitBy?.by ?? []),
]

export const partsOfWindow = ({ partitionBy, orderBy }: CheckedWindow): HogqlNode[] => [
  ...partitionBy,
  ...orderBy.map(({ of }) => of),
]
