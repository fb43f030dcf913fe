import { type ApiDocument, resolved, type Schema, sampleOf } from '../fixtures/documented.ts'

export interface LargeBody {
  /** The name of what is large in the body. */
  readonly name: string
  /** Returns the JSON text of the body. */
  text(): string
}
type Fields = Readonly<Record<string, unknown>>

const repeated = (unit: string, bytes: number) =>
  Array(Math.floor(Math.max(0, bytes) / (unit.length + 1)))
    .fill(unit)
    .join(',')
const numbered = (bytes: number, unitOf: (number: string) => string) =>
  Array.from({ length: Math.floor(bytes / (unitOf('0000000').length + 1)) }, (_, i) =>
    unitOf(String(i).padStart(7, '0')),
  ).join(',')
const members = (bytes: number, value: string) => numbered(bytes, (number) => `"k${number}":${value}`)
const textOf = (sign: string) => (bytes: number) => JSON.stringify(sign.repeat(bytes - 2))

/** Functions that make the largest value of a kind within `bytes` bytes, by the kind of value. */
const VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  'a long text': textOf('x'),
  'a text of blanks': textOf(' '),
  'a text of commas': textOf(','),
  'a text of open brackets': textOf('('),
  'many texts': (bytes) => `[${repeated('"x"', bytes)}]`,
  'many different texts': (bytes) => `[${numbered(bytes, (number) => `"${number}"`)}]`,
  'many empty objects': (bytes) => `[${repeated('{}', bytes)}]`,
  'many keys': (bytes) => `{${members(bytes, '1')}}`,
  'many keys with objects': (bytes) => `{${members(bytes, '{"a":[]}')}}`,
}
/** Room for the names of fields and for punctuation. */
const FRAME_BYTES = 200

/**
 * Makes the largest bodies of an operation. Each is the `ordinary` body with one change: a field of its
 * schema gets a large value of some kind, its longest text, or as many of its items as fit, or the body gets
 * unknown fields in addition. No body is longer than `bytes`.
 */
export function largestBodies(
  schema: Schema,
  ordinary: Fields,
  document: ApiDocument,
  bytes: number,
): LargeBody[] {
  const room = Math.max(2, bytes - JSON.stringify(ordinary).length - FRAME_BYTES)
  const unknown = { name: 'unknown fields', text: () => `{${joined(inner(ordinary), members(room, '1'))}}` }
  const ofFields = Object.entries(schema.properties ?? {}).flatMap(([field, own]) =>
    Object.entries({ ...VALUES, ...valuesOf(own, document) }).map(([name, largest]) => ({
      name: `${field}: ${name}`,
      text: () => withField(ordinary, field, largest(room)),
    })),
  )
  return [unknown, ...ofFields]
}

const inner = (fields: Fields) => JSON.stringify(fields).slice(1, -1)
const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(',')

function withField({ ...fields }: Record<string, unknown>, field: string, value: string): string {
  delete fields[field]
  return `{${joined(inner(fields), `${JSON.stringify(field)}:${value}`)}}`
}

/** Makes the largest values that a field's own schema accepts. */
function valuesOf(own: Schema, document: ApiDocument): Record<string, (bytes: number) => string> {
  const forms = [own, ...(own.anyOf ?? [])].map((form) => resolved(form, document))
  const longest = forms.find(({ maxLength }) => maxLength !== undefined)?.maxLength
  const items = forms.find((form) => form.items !== undefined)?.items
  const item = items && JSON.stringify(sampleOf(items, document))
  return {
    ...(longest !== undefined && { 'its longest text': () => JSON.stringify('x'.repeat(longest)) }),
    ...(item !== undefined && { 'as many items as fit': (bytes: number) => `[${repeated(item, bytes)}]` }),
  }
}
