import { z } from 'zod'
import { TextOfJson } from '#shared/large-json/member-groups.ts'
import { withoutWrapping } from './csv/columns.ts'

/**
 * The form in which the server writes the fields that the contract marks as computed: `text` for JSON text,
 * `json` for plain JSON.
 */
export type ComputedFields = 'text' | 'json'

type Write = (value: unknown) => unknown

/**
 * Returns a function that puts the computed fields of a body into the form in which they are written. Null
 * if nothing has to be changed: for a schema without computed fields, and for plain JSON.
 */
export function writerOf(schema: z.ZodType, form: ComputedFields): Write | null {
  return form === 'json' ? null : textWriterOf(schema)
}

/**
 * A cache of the writers by schema. While the server starts, the writer of each schema is asked for about
 * ten times, because the schema is a part of other bodies and occurs in several routes.
 */
const textWriters = new WeakMap<z.ZodType, Write | null>()

function textWriterOf(schema: z.ZodType): Write | null {
  const known = textWriters.get(schema)
  if (known !== undefined) return known
  const write = newTextWriterOf(schema)
  textWriters.set(schema, write)
  return write
}

function newTextWriterOf(schema: z.ZodType): Write | null {
  const write = isComputed(schema.meta()) ? asText : innerWriterOf(withoutWrapping(schema))
  return write && ((value) => (value === null || value === undefined ? value : write(value)))
}

// The text is made only while the body is written, because a large text is written in pieces.
const asText: Write = (value) => new TextOfJson(value)

function innerWriterOf(schema: z.ZodType): Write | null {
  if (schema instanceof z.ZodArray) return listWriterOf(schema)
  return schema instanceof z.ZodObject ? objectWriterOf(schema) : null
}

function listWriterOf({ element }: z.ZodArray): Write | null {
  const write = textWriterOf(element as z.ZodType)
  return write && ((items) => (items as unknown[]).map(write))
}

function objectWriterOf({ shape }: z.ZodObject): Write | null {
  const writers = Object.entries(shape).flatMap(([name, field]) => {
    const write = textWriterOf(field as z.ZodType)
    return write === null ? [] : [{ name, write }]
  })
  if (writers.length === 0) return null
  return (body) => {
    const written: Record<string, unknown> = { ...(body as object) }
    for (const { name, write } of writers) written[name] = write(written[name])
    return written
  }
}

const isComputed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'computed' in value && value.computed === true

/** Returns JSON schemas in which the computed fields have the form in which the server writes them. */
export const describeComputed = <Schemas>(schemas: Schemas, form: ComputedFields): Schemas =>
  JSON.parse(JSON.stringify(schemas), (_name, value) => {
    if (!isComputed(value)) return value
    const { computed: _, ...schema } = value
    return form === 'json' ? schema : describeText(schema)
  })

const describeText = ({ type, ...schema }: { readonly type?: string }) =>
  type === 'boolean'
    ? { ...schema, type: 'string', enum: ['true', 'false'] }
    : {
        ...schema,
        type: ['string', 'null'],
        description: 'JSON text; null for an insight that was never computed.',
      }
