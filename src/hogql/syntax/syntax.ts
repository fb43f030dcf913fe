import type { QuerySyntax, WindowSyntax } from './select-syntax.ts'

/**
 * An expression as it is written, before names and types are checked. `at` is the offset of its first
 * character.
 */
export type Syntax = { readonly at: number } & (
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  /** `person.properties.plan`; a quoted name is one part. */
  | { readonly kind: 'field'; readonly chain: readonly string[] }
  /**
   * A call of a function by its name. An operator is a call as well, with the name of its function, such as
   * `plus`.
   */
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly Syntax[]
      readonly call: CallForm
    }
  | { readonly kind: 'array'; readonly items: readonly Syntax[] }
  | { readonly kind: 'tuple'; readonly items: readonly Syntax[] }
  | { readonly kind: 'index'; readonly of: Syntax; readonly index: Syntax }
  | { readonly kind: 'lambda'; readonly names: readonly string[]; readonly body: Syntax }
  | { readonly kind: 'interval'; readonly amount: Syntax; readonly unit: string }
  | { readonly kind: 'cast'; readonly of: Syntax; readonly type: string }
  /** This kind and the kinds below occur only in SELECT statements. */
  | { readonly kind: 'query'; readonly query: QuerySyntax }
  | { readonly kind: 'window'; readonly of: Syntax; readonly over: WindowSyntax }
  /** The right side of `in cohort 5`: an id or a name. */
  | { readonly kind: 'cohort'; readonly cohort: number | string }
  /** A placeholder, such as `{filters}`. */
  | { readonly kind: 'placeholder'; readonly name: string }
)

/** The way in which a call is written, apart from its name and arguments. */
export interface CallForm {
  readonly isOperator: boolean
  readonly isDistinct: boolean
  /** The first list of arguments in `quantile(0.9)(x)`. */
  readonly params: readonly Syntax[] | null
}

const PLAIN: CallForm = { isOperator: false, isDistinct: false, params: null }

export const call = (name: string, at: number, args: readonly Syntax[], form: CallForm = PLAIN): Syntax => ({
  kind: 'call',
  name,
  at,
  args,
  call: form,
})

/** Makes the call of an operator. `at` is the offset of its sign. */
export const operation = (name: string, at: number, args: readonly Syntax[]): Syntax =>
  call(name, at, args, { ...PLAIN, isOperator: true })
