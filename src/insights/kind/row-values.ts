import { z } from 'zod'
import { mapInParts } from '#shared/large-json/map-in-parts.ts'

/**
 * Parses a 64-bit integer of the engine. An integer that a double cannot hold is refused, because it would
 * be rounded.
 */
export const Integer = z.union([z.string(), z.number()]).transform((value, context) => {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  context.issues.push({ code: 'custom', message: 'An integer beyond 2^53.', input: value })
  return z.NEVER
})

/**
 * Checks rows of the engine against a schema. It checks them in portions, so that other work can run in
 * between.
 * @throws ZodError
 */
export function checkedRows<Row extends z.ZodType>(
  row: Row,
  rows: readonly unknown[],
): Promise<z.output<Row>[]> {
  const schema = z.array(row)
  return mapInParts(rows, (some) => schema.parse(some))
}
