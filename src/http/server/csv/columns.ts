import { z } from 'zod'

/** A column of a flattened row: its name in the table and where its value is in a body. */
export interface Column {
  readonly name: string
  readonly path: readonly string[]
}

/**
 * The columns of a body, from its schema alone: they are written before the first row is known. Objects within objects
 * become `created_by.email`; lists, and objects whose names are not in the schema, stay one column.
 */
export function schemaColumns(schema: z.ZodObject, path: readonly string[] = []): Column[] {
  return Object.entries(schema.shape).flatMap(([key, field]) => {
    const inner = withoutWrapping(field as z.ZodType)
    const place = [...path, key]
    return isWhole(inner) ? schemaColumns(inner, place) : [{ name: place.join('.'), path: place }]
  })
}

/** The values of one body in the order of its columns; undefined where a body has none. */
export const flattenRow = (columns: readonly Column[], body: unknown): unknown[] =>
  columns.map(({ path }) => path.reduce(valueIn, body))

const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

/** The schema of a value that is there. */
export function withoutWrapping(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly
  return isWrapped ? withoutWrapping(schema.unwrap() as z.ZodType) : schema
}

/** Whether it is the schema of an object and has all of its names. */
export const isWhole = (schema: z.ZodType): schema is z.ZodObject =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined
