/** ClickHouse types that a bound value can have. Instants are bound as `Int64` epoch milliseconds. */
export type BoundType =
  | 'String'
  | 'Date'
  | 'UInt32'
  | 'Int64'
  | 'Float64'
  | 'Array(String)'
  | 'Array(UInt32)'
  | 'Array(Int64)'
  /** The numbers are written as decimal texts, because a double cannot hold all numbers of 64 bits. */
  | 'Array(UInt64)'

interface Bound {
  readonly kind: 'bound'
  readonly type: BoundType
  readonly value: unknown
  /**
   * Set if the value is the name of a dictionary. On the servers of a cluster the name of the database must
   * be written before it.
   */
  readonly isDictionary?: true
}
interface Identifier {
  readonly kind: 'identifier'
  readonly name: string
}
/** A piece of SQL that keeps its values separate from its text. */
export interface Fragment {
  readonly kind: 'fragment'
  readonly texts: readonly string[]
  readonly args: readonly Argument[]
  /**
   * Set for a condition with an expensive pattern: the number of parts of this pattern. The time that the
   * pattern takes for each character grows with this number. Absent for all other fragments.
   */
  readonly patternParts?: number
  /**
   * Set for a query inside a condition or a join over events. Queries that a HogQL statement contains do
   * not have it.
   */
  readonly isNestedQuery?: true
}
type Argument = Bound | Identifier | Fragment

/**
 * Makes a fragment. The literal text of the template is trusted. An interpolated value must be a fragment,
 * a bound value or an identifier, never a string.
 */
export function sql(texts: TemplateStringsArray, ...args: Argument[]): Fragment {
  return { kind: 'fragment', texts: [...texts], args }
}

export const bound = (type: BoundType, value: unknown): Bound => ({ kind: 'bound', type, value })
export const text = (value: string): Bound => bound('String', value)
/** The name of a dictionary, in the form that the functions for reading a dictionary take. */
export const dictionaryName = (name: string): Bound => ({ ...text(name), isDictionary: true })
export const identifier = (name: string): Identifier => ({ kind: 'identifier', name })

/**
 * Marks a fragment as a condition with an expensive pattern. `patternParts` is the number of parts of this
 * pattern.
 */
export const withPattern = (patternParts: number, fragment: Fragment): Fragment => ({
  ...fragment,
  patternParts,
})

/** Returns the conditions inside a fragment that have expensive patterns. */
export const patternsIn = (fragment: Fragment): Fragment[] => [
  ...(fragment.patternParts === undefined ? [] : [fragment]),
  ...fragment.args.flatMap((arg) => (arg.kind === 'fragment' ? patternsIn(arg) : [])),
]

/** Marks a query that is part of another query, in a condition or a join over events. */
export const nestedQuery = (query: Fragment): Fragment => ({ ...query, isNestedQuery: true })

/** Returns whether a query over events contains a query that {@link nestedQuery} has marked. */
export const hasNestedQuery = ({ args }: Fragment): boolean =>
  args.some((arg) => arg.kind === 'fragment' && (arg.isNestedQuery === true || hasNestedQuery(arg)))

/**
 * Writes a whole number as plain text, not as a bound value. It is for numbers that the shape of a query
 * decides, such as the position of a step.
 * @throws TypeError
 */
export function numeral(value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number: ${value}`)
  return { kind: 'fragment', texts: [String(value)], args: [] }
}

/**
 * Joins fragments in order. The result contains all of them side by side, not nested in one another: ten
 * thousand nested pairs would overflow the stack.
 */
export function join(items: readonly Fragment[], separator: Fragment): Fragment {
  const args = items.flatMap((item, i) => (i === 0 ? [item] : [separator, item]))
  return { kind: 'fragment', texts: Array<string>(args.length + 1).fill(''), args }
}

function combine(conditions: readonly Fragment[], operator: Fragment, none: Fragment): Fragment {
  const [first, ...more] = conditions
  if (first === undefined) return none
  if (more.length === 0) return first
  return join(
    conditions.map((condition) => sql`(${condition})`),
    operator,
  )
}
/** Condition that is true if all of the conditions are true, or if there are none. */
export const and = (conditions: readonly Fragment[]): Fragment => combine(conditions, sql` AND `, sql`true`)
/** Condition that is true if at least one of the conditions is true; false if there are none. */
export const or = (conditions: readonly Fragment[]): Fragment => combine(conditions, sql` OR `, sql`false`)

// Escapes a NUL too. The statement is passed to the engine as text that a NUL would end.
const quoteIdentifier = (name: string) =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('\0', '\\0')}\``

/**
 * Writes a fragment as text. `writeValue` writes each value, in the order in which the values stand in the
 * text. The lines of an inner fragment are indented like the line that contains it.
 */
export function write(
  { texts, args }: Fragment,
  writeValue: (type: BoundType, value: unknown) => string,
  indent = '',
): string {
  let own = indent
  const parts = texts.map((part, i) => {
    const lineAt = part.lastIndexOf('\n')
    if (lineAt >= 0) own = indent + (/^ */.exec(part.slice(lineAt + 1))?.[0] ?? '')
    return part.replaceAll('\n', `\n${indent}`) + writeArgument(args[i], writeValue, own)
  })
  return parts.join('')
}

function writeArgument(
  arg: Argument | undefined,
  writeValue: (type: BoundType, value: unknown) => string,
  indent: string,
): string {
  if (arg === undefined) return ''
  if (arg.kind === 'fragment') return write(arg, writeValue, indent)
  return arg.kind === 'identifier' ? quoteIdentifier(arg.name) : writeValue(arg.type, arg.value)
}
