import { z } from 'zod'

/** A column of a table: its name, and the path of its value in a body. */
export interface Column {
  readonly name: string
  readonly path: readonly string[]
}

/**
 * Returns the columns of the table for a schema. They do not depend on any body, so all tables of a route
 * have equal columns. The fields of a nested object become columns such as `created_by.email`. A list
 * becomes one column. So does an object whose schema allows fields that it does not name.
 */
export function schemaColumns(schema: z.ZodObject, path: readonly string[] = []): Column[] {
  return Object.entries(schema.shape).flatMap(([key, field]) => {
    const inner = withoutWrapping(field as z.ZodType)
    const place = [...path, key]
    return isWhole(inner) ? schemaColumns(inner, place) : [{ name: place.join('.'), path: place }]
  })
}

/** Returns the values of a body in the order of the columns; undefined for a missing value. */
export const flattenRow = (columns: readonly Column[], body: unknown): unknown[] =>
  columns.map(({ path }) => path.reduce(valueIn, body))

const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

/** Returns the schema that is wrapped in nullable, optional or readonly. */
export function withoutWrapping(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly
  return isWrapped ? withoutWrapping(schema.unwrap() as z.ZodType) : schema
}

/** Returns whether a schema is an object that allows no further fields. */
export const isWhole = (schema: z.ZodType): schema is z.ZodObject =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined
