import { z } from 'zod'

/** Parses the text of a parameter. If `parse` throws, the issue has the sentence `expected`. */
export const textAs = <Value>(parse: (text: string) => Value, expected: string) =>
  z.string().transform((text, context) => {
    try {
      return parse(text)
    } catch {
      context.issues.push({ code: 'custom', message: expected, input: text })
      return z.NEVER
    }
  })
