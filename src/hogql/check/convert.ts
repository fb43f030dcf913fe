import { type HogqlNode, type HogqlType, jsonOf, type ScalarType } from '#hogql/expression.ts'
import { elementOf, isArray } from '#hogql/functions/definition.ts'
import { refuseAt } from '#hogql/refuse.ts'
import { numberIn } from '#values/number-text.ts'
import { type CheckContext, type Checked, checkedValue, madeOf, nameOf } from './checked.ts'

const CONVERTIBLE: Readonly<Record<ScalarType, readonly ScalarType[]>> = {
  text: ['number', 'boolean', 'time', 'day'],
  number: ['text', 'boolean'],
  boolean: ['text', 'number'],
  time: ['text', 'day'],
  day: ['text', 'time'],
  person: [],
}

/**
 * Converts a part to another type.
 * @throws RequestError if the conversion has no meaning, or a written value does not fit the type.
 */
export function convert(context: CheckContext, of: Checked, to: HogqlType): Checked {
  if (of.type === to) return of
  if (of.type === 'numeral') return convertNumeral(context, of, to)
  if (of.type === 'null')
    return isArray(to) ? refuseType(context, of, to) : checkedValue(elementOf(to), null, of.at)
  if (to === 'numeral') return refuseType(context, of, to)
  if (of.node.kind === 'value' && !isArray(to)) return convertValue(context, of, to)
  const read = isArray(to) ? (jsonOf(of.node) ?? of.node) : of.node
  if (isArray(to) && of.type === 'text') {
    const texts = converted(context, { ...of, node: read }, 'text', 'text[]')
    return convert(context, texts, to)
  }
  const from = elementOf(of.type)
  if (isArray(of.type) !== isArray(to) || !CONVERTIBLE[from].includes(elementOf(to)))
    return refuseType(context, of, to)
  return converted(context, of, of.type, to)
}

/**
 * Converts a numeric property. It becomes a number in a condition and next to numbers, and a text
 * elsewhere.
 */
function convertNumeral(context: CheckContext, of: Checked, to: HogqlType): Checked {
  const text: Checked = { ...of, type: 'text' }
  return convert(context, to === 'boolean' ? convert(context, text, 'number') : text, to)
}

const converted = (context: CheckContext, of: Checked, from: HogqlType, to: HogqlType): Checked =>
  madeOf(context, of.at, {
    node: { kind: 'convert', from, to, of: of.node },
    type: to,
    cost: of.cost,
    growth: of.growth,
  })

function refuseType(context: CheckContext, of: Checked, to: HogqlType): never {
  const hint =
    of.type === 'number' && (to === 'time' || to === 'day')
      ? ': use fromUnixTimestamp'
      : of.type === 'person'
        ? ': it can be compared, counted and shown, but not computed with'
        : ''
  throw refuseAt(context.source, of.at, `has ${nameOf(of.type)}, but ${nameOf(to)} is expected${hint}`)
}

const DATE =
  /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/

// Whether the day exists. JavaScript reads the 31st of February as the 3rd of March.
function isInCalendar(value: string): boolean {
  const [day, clock] = [value.slice(0, 10), value.slice(11, 16) || '00:00']
  const epochMs = Date.parse(`${day}T${clock}:${value.slice(17, 19) || '00'}Z`)
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(day)
}

export const isDay = (node: HogqlNode): boolean =>
  node.kind === 'value' && typeof node.value === 'string' && node.value.length === '2026-11-20'.length

/**
 * Converts a written value to a type. Refuses a value that has no meaning in this type: `timestamp >
 * 'yesterday'`.
 */
function convertValue(context: CheckContext, of: Checked, to: ScalarType): Checked {
  const value = of.node.kind === 'value' ? of.node.value : null
  const converted =
    typeof value === 'string' ? fromText(context, of, value, to) : fromNumber(Number(value), of, to)
  return converted === null
    ? refuseType(context, of, to)
    : checkedValue(to, converted, of.at, context.lambda !== null)
}

function fromText(context: CheckContext, of: Checked, value: string, to: ScalarType): string | number | null {
  if (to === 'number') return numberIn(value)
  if (to === 'person') return personId(context, of, value)
  if (to !== 'time' && to !== 'day') return null
  if (DATE.test(value) && isInCalendar(value)) return value
  const problem = 'has a text that is not a date: write it as 2026-11-20 or 2026-11-20 08:30:00'
  throw refuseAt(context.source, of.at, problem)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function personId({ source }: CheckContext, { at }: Checked, value: string): string {
  if (UUID.test(value)) return value.toLowerCase()
  throw refuseAt(source, at, 'has a text that is not the id of a person, which is a UUID')
}

function fromNumber(value: number, { type }: Checked, to: ScalarType): string | number | boolean | null {
  if (to === 'boolean') return value !== 0
  if (to === 'number') return value
  if (to !== 'text') return null
  // The text has the form in which the event store would write the number.
  return type === 'boolean' ? String(value === 1) : String(value).replace('e+', 'e')
}
