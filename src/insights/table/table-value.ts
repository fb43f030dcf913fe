import type { HogqlType } from '#hogql/expression.ts'
import { elementOf } from '#hogql/functions/definition.ts'
import type { InstantText } from '#query/instant-text.ts'

/** What values of the engine become in words. */
export interface ShownWords {
  /** The ids of persons by their numbers. */
  readonly uuids: ReadonlyMap<number, string>
  readonly instantText: InstantText
}

/**
 * A value of the engine's JSON as the interface has it: an instant in ISO 8601 with its offset, a condition as true or false, a person by
 * its id, a numeric property as it was sent, null where it has none.
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
 * A property from its JSON. A whole number that a double cannot hold stays text, so that it has all of its
 * digits.
 */
function sentValue(json: string): unknown {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? json : value
  return typeof value === 'string' || value === null ? value : json
}

/** The type of a column as the event store calls it. */
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
