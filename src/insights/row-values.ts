import { z } from 'zod'

/** A 64-bit integer of the engine. An integer that a double cannot hold is refused, because it would be rounded. */
export const Integer = z.union([z.string(), z.number()]).transform((value, context) => {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  context.issues.push({ code: 'custom', message: 'An integer beyond 2^53.', input: value })
  return z.NEVER
})
