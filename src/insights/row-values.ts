import { z } from 'zod'
import { chunksOf } from '#shared/chunks-of.ts'
import { createPauses } from '#shared/large-json/pauses.ts'

/** A 64-bit integer of the engine. An integer that a double cannot hold is refused, because it would be rounded. */
export const Integer = z.union([z.string(), z.number()]).transform((value, context) => {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  context.issues.push({ code: 'custom', message: 'An integer beyond 2^53.', input: value })
  return z.NEVER
})

/** Rows that are checked at once: a list of 700,000 values held the event loop for 100 ms. */
const ROWS_AT_ONCE = 1_000

/** Rows of the engine in the form of a schema, checked with other work in between. @throws ZodError */
export async function checkedRows<Row extends z.ZodType>(
  row: Row,
  rows: readonly unknown[],
): Promise<z.output<Row>[]> {
  const schema = z.array(row)
  const checked: z.output<Row>[] = []
  const pause = createPauses()
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
    for (const one of schema.parse(some)) checked.push(one)
    await pause()
  }
  return checked
}
