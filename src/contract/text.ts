import { z } from 'zod'
import { knownParameters } from './known-parameters.ts'

/** Text from a client. NUL is refused, because PostgreSQL cannot store it. Lone surrogates become U+FFFD. */
export const clientText = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters, `Ensure this field has no more than ${maxCharacters} characters.`)
    .refine((text) => !text.includes('\0'), {
      error: 'Null characters are not allowed.',
      params: { code: 'null_characters_not_allowed' },
    })
    .overwrite((text) => text.toWellFormed())

/** Tags in the form in which they are stored: trimmed, in lower case, without duplicates. */
export const Tags = z
  .array(clientText(255))
  .max(1000)
  .transform((tags) => [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''))])

/** The format of the response. */
export const Format = z.object({
  format: z
    .enum(['csv', 'json'], 'The formats are csv and json.')
    .optional()
    .describe('`json` (default) or `csv`. Errors are always JSON.'),
})

/** The query of a call that has no other parameters. */
export const FormatQuery = knownParameters(Format.shape)

/** The formats of files with all rows. Only the call of query nodes has all of them; other calls have CSV. */
export const ROW_FORMATS = ['csv', 'jsonl', 'parquet'] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

/** The query of the call of query nodes. */
export const RowFormatQuery = knownParameters({
  format: z
    .enum(['json', ...ROW_FORMATS], 'The formats are json, csv, jsonl and parquet.')
    .optional()
    .describe(
      '`json` (default) or `csv`. Rows of a statement, of events or of persons can also be `jsonl` (JSON lines) or `parquet`. A file has all rows. Errors are always JSON.',
    ),
})
