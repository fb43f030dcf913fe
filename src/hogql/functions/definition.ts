import type { HogqlNode, HogqlType, ScalarType } from '#hogql/expression.ts'
import { type Fragment, numeral, sql } from '#sql/fragment.ts'

/** What an argument must be. A value of another type is converted where that has a meaning, else refused. */
export type Parameter =
  | HogqlType
  /** An instant or a day. */
  | 'date'
  /** A number, or an instant or a day from which a number is taken. */
  | 'number or date'
  /** The one type, no array, in which all such arguments can be compared: text beside a number is read as a number. */
  | 'same'
  /** The same, of types with an order. */
  | 'ordered'
  /** The one type that can hold any of them: a number beside a text becomes text. */
  | 'choice'
  /** An array of any type. */
  | 'array'
  /** Another array of the same type. */
  | 'same array'
  /** A value of the array's type. */
  | 'element'
  /** A value of any type, which is that of the result: a numeric property is a number. */
  | 'value'
  /** An instant, or the number of one in a unit that the sender chose. */
  | 'time or number'
  | 'text or array'
  /** JSON text, or a property of any kind. */
  | 'json'
  /** Written in the expression, not computed. */
  | { readonly literal: 'text' | 'pattern' | 'regex' | 'key' | 'format' | 'fraction' | 'zone' }
  | {
      readonly literal: 'whole'
      readonly least: number
      readonly most: number
      /** Places in texts and arrays count from 1 or from the end: there is no place 0. */
      readonly isPlace?: boolean
    }
  | { readonly literal: 'choice'; readonly choices: readonly string[] }
  /** A lambda over the elements of the array, which is the next argument. */
  | { readonly lambda: 'boolean' | 'any' }

/**
 * The result's type: that of `same`, `ordered` or `choice` arguments, of the array, of its elements, of the
 * `value`, or an array of what the lambda makes or of the values.
 */
export type Result = HogqlType | 'same' | 'array' | 'element' | 'mapped' | 'value' | 'values'

export interface Place {
  /** IANA name of the project's time zone. */
  readonly timeZone: string
  /** 0 is Sunday, 1 is Monday. */
  readonly weekStartDay: 0 | 1
  readonly nowMs: number
  /** The numbers of the persons that are named by their ids; absent if none can be. */
  readonly personNumbers?: PersonNumbers
  /** Whether the rows come in an order that was asked for, so that aggregates keep it. */
  readonly isInOrder?: boolean
}

/** The numbers of persons in the event store, by their ids. */
export type PersonNumbers = ReadonlyMap<string, number>

interface OwnPlace {
  readonly timezone: string
  readonly weekStartDay: Place['weekStartDay']
  readonly nowMs: number
  readonly personNumbers?: PersonNumbers
}

export const placeOf = ({ timezone, weekStartDay, nowMs, personNumbers }: OwnPlace): Place => ({
  ...{ timeZone: timezone, weekStartDay, nowMs },
  ...(personNumbers !== undefined && { personNumbers }),
})

export interface FunctionDefinition {
  /** In place of `required`, `optional` and `rest`: the parameters of so many arguments, or null where there are no such. */
  readonly parameters?: (count: number) => readonly Parameter[] | null
  readonly required: readonly Parameter[]
  readonly optional?: readonly Parameter[]
  /** Any number of further ones. */
  readonly rest?: Parameter
  readonly result: Result
  /** Whether null arguments make the result null (`arguments`, the default), or nothing or anything does. */
  readonly nulls?: 'arguments' | 'never' | 'always'
  /** The value of a boolean in place of null; false unless told otherwise. */
  readonly whenNull?: boolean
  readonly isAggregate?: boolean
  /** Whether it is called with OVER only. */
  readonly isWindow?: boolean
  /** Whether it makes a row of each element of an array. */
  readonly makesRows?: boolean
  /** Whether its window cannot have ROWS. */
  readonly hasNoFrame?: boolean
  /** How many times as long as the longest text of its arguments a text can become. */
  readonly growth?: (args: readonly HogqlNode[], growths: readonly number[]) => number
  /** A clause that says what is wrong with arguments that fit their parameters, or null. */
  readonly problem?: (args: readonly HogqlNode[]) => string | null
  /** Copies of the first argument in the engine's plan. */
  readonly copies?: number
  readonly sql: (args: readonly Fragment[], nodes: readonly HogqlNode[], place: Place) => Fragment
  /** The value in the form of its type, of what `sql` gives: of an aggregate it stands outside of OVER. */
  readonly shown?: (of: Fragment, nodes: readonly HogqlNode[]) => Fragment
}

export type FunctionTable = Readonly<Record<string, FunctionDefinition>>

/** A function of fixed arguments whose nulls make its result null. */
export const plain = (
  required: readonly Parameter[],
  result: Result,
  sql: FunctionDefinition['sql'],
  more: Partial<FunctionDefinition> = {},
): FunctionDefinition => ({ required, result, sql, ...more })

/** The argument at an index. @throws TypeError where checking let a call through that has fewer */
export function at<T>(items: readonly (T | undefined)[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new TypeError(`No argument ${index}`)
  return item
}

/** The value of a literal argument. */
export function literalOf(nodes: readonly HogqlNode[], index: number): string | number {
  const node = at(nodes, index)
  if (node.kind !== 'value' || node.value === null || typeof node.value === 'boolean')
    throw new TypeError('Not a literal')
  return node.value
}
export const textOf = (nodes: readonly HogqlNode[], index: number): string => String(literalOf(nodes, index))

export const isArray = (type: HogqlType): type is `${ScalarType}[]` => type.endsWith('[]')
/** The type of an array's elements, or of a value itself. */
export function elementOf(type: HogqlType): ScalarType {
  if (type === 'numeral') return 'text'
  return (isArray(type) ? type.slice(0, -'[]'.length) : type) as ScalarType
}

/** A whole number as plain text: `-5` in brackets, so that it never follows another sign. */
export const wholeOf = (value: number): Fragment => (value < 0 ? sql`(${numeral(value)})` : numeral(value))
