import type { HogqlType } from '#hogql/expression.ts'
import { elementOf } from '#hogql/functions/definition.ts'

/**
 * A value of the engine's JSON as the interface has it: an instant in ISO 8601 with its offset, a condition as true or false, a person by
 * its id, null where it has none.
 */
export function shownValue(value: unknown, type: HogqlType, uuids: ReadonlyMap<number, string>): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((item) => shownValue(item, elementOf(type), uuids))
  switch (elementOf(type)) {
    case 'time':
      return isoOf(String(value))
    case 'boolean':
      return value === 1 || value === true
    case 'person':
      return uuids.get(Number(value)) ?? null
    default:
      return value
  }
}

const SECONDS = '2026-11-20T08:30:00'.length

/** `2026-11-20T08:30:00.120000+0100` to `2026-11-20T08:30:00.12+01:00`. */
function isoOf(text: string): string {
  const offset = text.slice(-5)
  const fraction = text.slice(SECONDS + 1, -offset.length).replace(/0+$/, '')
  const zone = offset === '+0000' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3)}`
  return `${text.slice(0, SECONDS)}${fraction === '' ? '' : `.${fraction}`}${zone}`
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
  const name = names[elementOf(type)]
  return type.endsWith('[]') ? `Array(${name})` : name
}
