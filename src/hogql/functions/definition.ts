import { type Fragment, numeral, sql } from '#fragments/fragment.ts'
import type { HogqlNode, HogqlType, ScalarType } from '#hogql/expression.ts'

/**
 * The kind of argument that a function accepts. A value of another type is converted if the conversion has
 * a meaning, and refused otherwise.
 */
export type Parameter =
  | HogqlType
  /** An instant or a day. */
  | 'date'
  /** A number, or an instant or a day, to which a number is added or from which it is subtracted. */
  | 'number or date'
  /**
   * Arguments of this kind get one type in which all of them can be compared. It is never an array. If a
   * text stands next to a number, the text is read as a number.
   */
  | 'same'
  /** Arguments that get one type, as with `same`, but only a type with an order. */
  | 'ordered'
  /**
   * Arguments of this kind get one type that can hold each of them. If a number stands next to a text, the
   * number becomes text.
   */
  | 'choice'
  /** An array of any type. */
  | 'array'
  /** Another array, of the same type as the `array` argument. */
  | 'same array'
  /** A value of the type of the array's elements. */
  | 'element'
  /**
   * A value of any type, which is also the type of the result. If the value is a numeric property, it is a
   * number.
   */
  | 'value'
  /** An instant, or a number that stands for an instant in a unit that the sender chose. */
  | 'time or number'
  | 'text or array'
  /** JSON text, or a property of any kind. */
  | 'json'
  /** A value that is written in the expression, not computed. */
  | { readonly literal: 'text' | 'pattern' | 'regex' | 'key' | 'format' | 'fraction' | 'zone' }
  | {
      readonly literal: 'whole'
      readonly least: number
      readonly most: number
      /**
       * Whether the number is a position in a text or an array. Positions count from 1, or from the end;
       * there is no position 0.
       */
      readonly isPlace?: boolean
    }
  | { readonly literal: 'choice'; readonly choices: readonly string[] }
  /** A lambda over the elements of the array, which is the next argument. */
  | { readonly lambda: 'boolean' | 'any' }

/**
 * The type of the result. It can be the common type of the `same`, `ordered` or `choice` arguments; the
 * type of the array or of its elements; the type of the `value`; an array of the lambda's results
 * (`mapped`); or an array of the values.
 */
export type Result = HogqlType | 'same' | 'array' | 'element' | 'mapped' | 'value' | 'values'

export interface Place {
  /** IANA name of the project's time zone. */
  readonly timeZone: string
  /** 0 is Sunday, 1 is Monday. */
  readonly weekStartDay: 0 | 1
  readonly nowMs: number
  /** The numbers of the persons that are named by their ids; absent if no person can be named here. */
  readonly personNumbers?: PersonNumbers
  /** Whether the rows come in an order that the statement asks for. If so, aggregates keep this order. */
  readonly isInOrder?: boolean
}

/** The numbers of persons in the event store, by the persons' ids. */
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
  /**
   * Returns the parameters for this number of arguments, or null if the function does not accept this
   * number. It is used instead of `required`, `optional` and `rest`.
   */
  readonly parameters?: (count: number) => readonly Parameter[] | null
  readonly required: readonly Parameter[]
  readonly optional?: readonly Parameter[]
  /** The parameter of any number of further arguments. */
  readonly rest?: Parameter
  readonly result: Result
  /**
   * When the result can be null. `arguments` (the default): if an argument is null. `never`: it cannot.
   * `always`: for any arguments.
   */
  readonly nulls?: 'arguments' | 'never' | 'always'
  /** The value that a boolean result has in place of null. The default is false. */
  readonly whenNull?: boolean
  readonly isAggregate?: boolean
  /** Whether the function can only be called with OVER. */
  readonly isWindow?: boolean
  /** Whether the function makes one row of each element of an array. */
  readonly makesRows?: boolean
  /** Whether the window of the function cannot have ROWS. */
  readonly hasNoFrame?: boolean
  /**
   * Returns the `growth` of the result, given the growth of each argument. A growth is the largest length
   * of a text, divided by the length of the texts that are read for it. By default it is the largest growth
   * of an argument.
   */
  readonly growth?: (args: readonly HogqlNode[], growths: readonly number[]) => number
  /**
   * Returns what is wrong with arguments that fit their parameters, as a clause. Null if nothing is wrong.
   */
  readonly problem?: (args: readonly HogqlNode[]) => string | null
  /** The number of times that the first argument occurs in the engine's plan. */
  readonly copies?: number
  readonly sql: (args: readonly Fragment[], nodes: readonly HogqlNode[], place: Place) => Fragment
  /**
   * Converts the value of `sql` into the form that values of its type have. For an aggregate, the
   * conversion stands outside of OVER.
   */
  readonly shown?: (of: Fragment, nodes: readonly HogqlNode[]) => Fragment
}

export type FunctionTable = Readonly<Record<string, FunctionDefinition>>

/** Defines a function with fixed arguments. By default a null argument makes the result null. */
export const plain = (
  required: readonly Parameter[],
  result: Result,
  sql: FunctionDefinition['sql'],
  more: Partial<FunctionDefinition> = {},
): FunctionDefinition => ({ required, result, sql, ...more })

/**
 * Returns the argument at an index.
 * @throws TypeError if checking accepted a call with fewer arguments.
 */
export function at<T>(items: readonly (T | undefined)[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new TypeError(`No argument ${index}`)
  return item
}

/** Returns the value of a literal argument. */
export function literalOf(nodes: readonly HogqlNode[], index: number): string | number {
  const node = at(nodes, index)
  if (node.kind !== 'value' || node.value === null || typeof node.value === 'boolean')
    throw new TypeError('Not a literal')
  return node.value
}
export const textOf = (nodes: readonly HogqlNode[], index: number): string => String(literalOf(nodes, index))

export const isArray = (type: HogqlType): type is `${ScalarType}[]` => type.endsWith('[]')
/** Returns the type of an array's elements. For a single value, returns its own type. */
export function elementOf(type: HogqlType): ScalarType {
  if (type === 'numeral') return 'text'
  return (isArray(type) ? type.slice(0, -'[]'.length) : type) as ScalarType
}

/** Prints a whole number as plain text. `-5` is put in brackets, so that it never follows another sign. */
export const wholeOf = (value: number): Fragment => (value < 0 ? sql`(${numeral(value)})` : numeral(value))
