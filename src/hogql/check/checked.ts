import type { HogqlNode, HogqlType, ScalarType } from '#hogql/expression.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { PropertySubject } from '#values/property-subject.ts'

/** A checked part of an expression, with facts that only checking needs. */
export interface Checked {
  readonly node: HogqlNode
  /** `null` for the value null, which fits any type. */
  readonly type: HogqlType | 'null'
  readonly at: number
  /** Number of nodes of the part. If the engine plans a node several times, the node counts as often. */
  readonly cost: number
  /**
   * The largest length that the resulting text can have, divided by the length of the texts that are read
   * for it.
   */
  readonly growth: number
}

/** A property, or a value inside it. `source` is the table of a statement that has the property. */
export interface PropertyPath {
  readonly on: PropertySubject
  readonly keys: readonly (string | number)[]
  readonly source?: string
}

export type NamedPart =
  | { readonly kind: 'properties'; readonly path: PropertyPath }
  /**
   * A column. `path` is set if the column holds all properties of a subject as one text; it leads to these
   * properties.
   */
  | { readonly kind: 'column'; readonly part: Checked; readonly path?: PropertyPath }
  /** The expression of an alias. It is checked at the place where the alias is used. */
  | { readonly kind: 'item'; readonly part: Checked }

type StatementSyntax = Extract<Syntax, { kind: 'query' | 'window' | 'cohort' | 'placeholder' }>

/** The names and checks that a statement provides to the expressions in it. */
export interface StatementScope {
  /**
   * Returns what a name means; null for a name that the statement does not have.
   * @throws RequestError for an ambiguous name.
   */
  named(context: CheckContext, syntax: Syntax & { kind: 'field' }): NamedPart | null
  /** Returns the key of GROUP BY that equals a part; null for any other part. */
  groupKey(context: CheckContext, syntax: Syntax): Checked | null
  /** Checks a part that can occur only in statements. */
  check(context: CheckContext, syntax: StatementSyntax): Checked
  /** Checks `of IN (SELECT …)` and `of IN COHORT 5`. */
  among(context: CheckContext, of: Syntax, set: StatementSyntax, isIn: boolean): Checked
  /** Whether a part checked here may call arrayJoin, which makes rows. */
  readonly joinsArrays: boolean
  /** The names that are possible, for the end of an error message. */
  readonly hint: string
}

export interface CheckContext {
  readonly source: HogqlSource
  /**
   * Whether aggregates are refused here, or are possible here, or whether this part is inside an aggregate.
   */
  readonly aggregates: 'refused' | 'possible' | 'around'
  /** The parameter of the lambda that surrounds this part; null if there is none. */
  readonly lambda: { readonly name: string; readonly type: ScalarType } | null
  readonly depth: number
  /** The properties that are defined as numeric. */
  readonly numbers: NumericProperties
  /** Null for an expression by itself, which is about one event or its actor. */
  readonly statement: StatementScope | null
  check(syntax: Syntax, context: CheckContext): Checked
}

/**
 * Returns a part that is made of other parts, if it is within the limits. `cost` and `growth` are the
 * values of these parts together.
 * @throws RequestError
 */
export function madeOf(
  context: CheckContext,
  at: number,
  { node, type, cost, growth }: Omit<Checked, 'at'>,
): Checked {
  if (cost >= HOGQL_LIMITS.cost)
    throw refuseAt(context.source, at, `has more than ${HOGQL_LIMITS.cost} parts`, 'max_length')
  if (growth > HOGQL_LIMITS.growth)
    throw refuseAt(
      context.source,
      at,
      'can make texts that are much longer than the texts it reads',
      'max_length',
    )
  return { node, type, at, cost: cost + 1, growth }
}

export const checkedValue = (
  type: ScalarType,
  value: string | number | boolean | null,
  at: number,
  isInLambda = false,
): Checked => ({
  node: { kind: 'value', type, value },
  type: value === null ? 'null' : type,
  at,
  cost: 1,
  // A written value adds its length to a resulting text once, so it is no growth. Inside a lambda it is added
  // once for each element.
  growth: isInLambda ? String(value).length : 0,
})

const NAMES: Readonly<Record<ScalarType, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'a condition',
  time: 'a time',
  day: 'a date',
  person: "a person's id",
}
export const nameOf = (type: HogqlType | 'null'): string => {
  if (type === 'null') return 'null'
  if (type === 'numeral') return 'a number'
  return type.endsWith('[]') ? 'an array' : NAMES[type as ScalarType]
}
