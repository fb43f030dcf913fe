import type { HogqlNode, HogqlType } from '#hogql/expression.ts'
import type { Join } from '#hogql/syntax/select-syntax.ts'
import type { TableName } from './tables.ts'

/**
 * A statement whose names and types are checked, as pure data without places: part of a cached question's key. All members of a UNION have
 * as many columns of the same types.
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
  /** A value for each column of the query. */
  readonly items: readonly HogqlNode[]
  readonly sources: readonly CheckedSource[]
  /** All have to hold. */
  readonly where: readonly HogqlNode[]
  /** Whether it has one row a group; without `groupBy` one for all. */
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
  /** Rows before (negative) or after the present one; null is the first or the last row. */
  readonly frame: { readonly from: number | null; readonly to: number | null } | null
}

/** A table or a query of FROM. `id` is unique in its statement. */
export interface CheckedSource {
  readonly id: string
  readonly join: Join
  readonly on: HogqlNode | null
  readonly of:
    | { readonly kind: 'table'; readonly table: TableName }
    | { readonly kind: 'query'; readonly query: CheckedQuery }
}

/** The parts of all members of a query, its own queries included. */
export const partsOfQuery = ({ selects }: CheckedQuery): HogqlNode[] => selects.flatMap(partsOfSelect)

/** The parts of one SELECT, with those of its queries. */
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
