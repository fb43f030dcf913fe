import { type BoundType, type Fragment, write } from './fragment.ts'

// Escapes every byte that ends a ClickHouse string or escapes another byte in it. NUL is escaped as well,
// because it would end the statement when the statement is passed to C.
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

// The engine reads UTF-8. A lone surrogate cannot be written in UTF-8, so it is replaced.
const textLiteral = (value: string) =>
  `'${value.toWellFormed().replace(/[\\'\0]/g, (character) => ESCAPES[character] ?? character)}'`

function integerLiteral(value: unknown): string {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
    throw new TypeError(`Not an integer: ${value}`)
  return String(value)
}

function floatLiteral(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError(`Not a finite number: ${value}`)
  return value.toExponential()
}

function dateLiteral(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value))
    throw new TypeError(`Not a date: ${value}`)
  return `toDate('${value}')`
}

function arrayLiteral(value: unknown, item: (value: unknown) => string): string {
  if (!Array.isArray(value)) throw new TypeError('Not an array')
  return `[${value.map(item).join(', ')}]`
}

function digitsLiteral(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) throw new TypeError(`Not digits: ${value}`)
  return value
}

function stringLiteral(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('Not a string')
  return textLiteral(value)
}

/**
 * Writes a value as ClickHouse source text. This is the only place where a value becomes SQL text.
 * @throws TypeError
 */
export function literal(type: BoundType, value: unknown): string {
  switch (type) {
    case 'String':
      return stringLiteral(value)
    case 'Date':
      return dateLiteral(value)
    case 'UInt32':
    case 'Int64':
      return integerLiteral(value)
    case 'Float64':
      return floatLiteral(value)
    case 'Array(String)':
      return arrayLiteral(value, stringLiteral)
    case 'Array(UInt32)':
      return arrayLiteral(value, integerLiteral)
    case 'Array(Int64)':
      // Without a cast, the engine gives a list the type of its largest number. This type is unsigned if
      // the first number is below 2^32 (an instant of January or February 1970) and another number is above
      // 2^32. An unsigned type has no common type with an Int64.
      return `CAST(${arrayLiteral(value, integerLiteral)}, 'Array(Int64)')`
    case 'Array(UInt64)':
      return `CAST(${arrayLiteral(value, digitsLiteral)}, 'Array(UInt64)')`
  }
}

/**
 * Writes a fragment as text that contains its values. The embedded engine gets values in this way, because
 * chDB runs only one bound query at a time in the whole process: four parallel bound queries of 1 s took 4
 * s.
 * Each value is written where it stands in the fragment. The text is never searched for placeholders,
 * because a property key can look like one.
 */
export const renderLiterals = (query: Fragment): string => write(query, literal)
