import type { Syntax } from './syntax.ts'

/**
 * A statement as it is written: one SELECT, or several with UNION between them. `at` is the offset of its
 * first character.
 */
export interface QuerySyntax {
  readonly at: number
  /** Queries that FROM can name, in the order in which they are written. */
  readonly named: readonly NamedQuerySyntax[]
  readonly selects: readonly SelectSyntax[]
  /** Whether the UNION is a UNION DISTINCT. */
  readonly isDistinctUnion: boolean
}

export interface NamedQuerySyntax {
  readonly at: number
  readonly name: string
  readonly query: QuerySyntax
}

export interface SelectSyntax {
  readonly at: number
  readonly isDistinct: boolean
  readonly items: readonly ItemSyntax[]
  /** The first table and the sources that are joined to it; empty without FROM. */
  readonly from: readonly SourceSyntax[]
  /** The conditions of PREWHERE and WHERE. */
  readonly where: readonly Syntax[]
  readonly groupBy: readonly Syntax[]
  readonly having: Syntax | null
  readonly orderBy: readonly OrderSyntax[]
  readonly limitBy: { readonly count: number; readonly offset: number; readonly by: readonly Syntax[] } | null
  readonly limit: number | null
  readonly offset: number
}

export type ItemSyntax = { readonly at: number } & (
  | {
      readonly kind: 'value'
      readonly value: Syntax
      readonly alias: string | null
      /** The text as it is written. If the column has no alias, the text is its name. */
      readonly text: string
    }
  /** `*`, or `e.*`. */
  | { readonly kind: 'all'; readonly of: string | null }
)

export interface OrderSyntax {
  readonly value: Syntax
  readonly isDescending: boolean
  readonly nulls: 'first' | 'last' | null
}

export const JOINS = ['first', 'inner', 'left', 'right', 'full', 'cross'] as const
export type Join = (typeof JOINS)[number]

export interface SourceSyntax {
  readonly at: number
  readonly join: Join
  readonly from:
    | { readonly kind: 'table'; readonly name: string }
    | { readonly kind: 'query'; readonly query: QuerySyntax }
  readonly alias: string | null
  readonly on: Syntax | null
  /** The columns of USING, which takes the place of `on`. */
  readonly using: readonly Syntax[]
}

/** The window of OVER (PARTITION BY … ORDER BY … ROWS …). */
export interface WindowSyntax {
  readonly partitionBy: readonly Syntax[]
  readonly orderBy: readonly OrderSyntax[]
  readonly frame: FrameSyntax | null
}
/**
 * The first and the last row of the frame, as the number of rows before (negative) or after the current
 * one. Null means the first or the last row of the window.
 */
export interface FrameSyntax {
  readonly from: number | null
  readonly to: number | null
}
