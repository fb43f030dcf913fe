import type { HogqlType } from '#hogql/expression.ts'
import { elementOf } from '#hogql/functions/definition.ts'
import type { InstantText } from '#values/instant-text.ts'

/** The data that is needed to write values of the engine in the form of the interface. */
export interface ShownWords {
  /** Ids of persons by their numbers. */
  readonly uuids: ReadonlyMap<number, string>
  readonly instantText: InstantText
}

/**
 * Returns a value of the engine's JSON in the form of the interface: an instant in ISO 8601 with its
 * offset, a condition as true or false, a person by its id, a numeric property as it was sent. A missing
 * value is null.
 */
export function shownValue(value: unknown, type: HogqlType, words: ShownWords): unknown {
  if (value === null || value === undefined) return null
  if (type === 'numeral') return sentValue(String(value))
  if (Array.isArray(value)) return value.map((item) => shownValue(item, elementOf(type), words))
  switch (elementOf(type)) {
    case 'time':
      return words.instantText(Number(value))
    case 'boolean':
      return value === 1 || value === true
    case 'person':
      return words.uuids.get(Number(value)) ?? null
    default:
      return value
  }
}

/**
 * Returns a property from its JSON. A whole number that a double cannot hold stays text, so it keeps all of
 * its digits.
 */
function sentValue(json: string): unknown {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? json : value
  return typeof value === 'string' || value === null ? value : json
}

/** Returns the type of a column as the event store calls it. */
export function typeName(type: HogqlType, timezone: string): string {
  const names = {
    text: 'String',
    number: 'Float64',
    boolean: 'Bool',
    time: `DateTime64(3, '${timezone}')`,
    day: 'Date',
    person: 'UUID',
  }
  if (type === 'numeral') return names.number
  const name = names[elementOf(type)]
  return type.endsWith('[]') ? `Array(${name})` : name
}
