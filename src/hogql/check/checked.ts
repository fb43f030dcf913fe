import type { HogqlNode, HogqlType, ScalarType } from '#hogql/expression.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { PropertySubject } from '#query/filter.ts'

/** A checked part with what only checking needs to know of it. */
export interface Checked {
  readonly node: HogqlNode
  /** `null` for the value null, which is of any type. */
  readonly type: HogqlType | 'null'
  readonly at: number
  /** Nodes, each as often as the engine plans it. */
  readonly cost: number
  /** How many times as long as the texts that it reads it can be. */
  readonly growth: number
}

/** A property, or something inside it. `source` is the table of a statement that has it. */
export interface PropertyPath {
  readonly on: PropertySubject
  readonly keys: readonly (string | number)[]
  readonly source?: string
}

export type NamedPart =
  | { readonly kind: 'properties'; readonly path: PropertyPath }
  /** `path` is that of the properties which the column is the whole of. */
  | { readonly kind: 'column'; readonly part: Checked; readonly path?: PropertyPath }
  /** What an alias stands for, checked in the place of the alias. */
  | { readonly kind: 'item'; readonly part: Checked }

type StatementSyntax = Extract<Syntax, { kind: 'query' | 'window' | 'cohort' | 'placeholder' }>

/** What a statement gives to the expressions in it. */
export interface StatementScope {
  /** What a name is; null for one that the statement does not have. @throws RequestError for one that is ambiguous */
  named(context: CheckContext, syntax: Syntax & { kind: 'field' }): NamedPart | null
  /** The key of GROUP BY that a part is; null for any other part. */
  groupKey(context: CheckContext, syntax: Syntax): Checked | null
  /** A part that only statements have. */
  check(context: CheckContext, syntax: StatementSyntax): Checked
  /** `of IN (SELECT …)` and `of IN COHORT 5`. */
  among(context: CheckContext, of: Syntax, set: StatementSyntax, isIn: boolean): Checked
  /** Whether arrayJoin can make rows here. */
  readonly joinsArrays: boolean
  /** What can be named, for an error. */
  readonly hint: string
}

export interface CheckContext {
  readonly source: HogqlSource
  /** Whether aggregates are refused, possible here, or around this part. */
  readonly aggregates: 'refused' | 'possible' | 'around'
  /** The parameter of the lambda around this part. */
  readonly lambda: { readonly name: string; readonly type: ScalarType } | null
  readonly depth: number
  /** The properties that are numbers. */
  readonly numbers: NumericProperties
  /** Null for an expression by itself, which is about one event or its actor. */
  readonly statement: StatementScope | null
  check(syntax: Syntax, context: CheckContext): Checked
}

/** A part made of others, within the limits. `cost` and `growth` are those of the parts. @throws RequestError */
export function madeOf(
  context: CheckContext,
  at: number,
  { node, type, cost, growth }: Omit<Checked, 'at'>,
): Checked {
  if (cost >= HOGQL_LIMITS.cost)
    throw refuseAt(context.source, at, `has more than ${HOGQL_LIMITS.cost} parts`, 'max_length')
  if (growth > HOGQL_LIMITS.growth)
    throw refuseAt(context.source, at, 'makes texts too long from the texts that it reads', 'max_length')
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
  // A value adds to a text once, and inside a lambda once for each element.
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
