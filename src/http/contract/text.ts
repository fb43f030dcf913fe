import { z } from 'zod'

/** Text from a client. NUL is refused, because PostgreSQL cannot hold it; lone surrogates become U+FFFD. */
export const clientText = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters, `Ensure this field has no more than ${maxCharacters} characters.`)
    .refine((text) => !text.includes('\0'), {
      error: 'Null characters are not allowed.',
      params: { code: 'null_characters_not_allowed' },
    })
    .overwrite((text) => text.toWellFormed())

/** Tags as they are kept: trimmed, in lower case, each once. */
export const Tags = z
  .array(clientText(255))
  .max(1000)
  .transform((tags) => [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''))])

/** `format=json`; CSV is refused until it is built, rather than answered as JSON. */
export const Format = z.object({
  format: z.literal('json', 'Only the format json is available.').optional(),
})
