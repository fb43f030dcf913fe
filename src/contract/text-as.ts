import { z } from 'zod'

/**
 * Text of a parameter, given back as what `read` makes of it. Where `read` throws, for whatever reason, the answer is
 * the one sentence of what was `expected`; a function of the error may say more.
 */
export const textAs = <Value>(
  read: (text: string) => Value,
  expected: string | ((error: unknown) => string),
) =>
  z.string().transform((text, context) => {
    try {
      return read(text)
    } catch (error) {
      const message = typeof expected === 'string' ? expected : expected(error)
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    }
  })
