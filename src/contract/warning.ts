import { z } from 'zod'

/** A part of a question that was answered in another way than its sender may expect. The fields are those of an error. */
export const WarningBody = z
  .object({
    code: z.string(),
    detail: z.string(),
    attr: z.string().nullable().describe('The field, with nested names joined by two underscores.'),
  })
  .meta({ id: 'Warning' })
export type Warning = Readonly<z.output<typeof WarningBody>>

/** The field of every answer to a question. */
export const WARNINGS = {
  warnings: z
    .array(WarningBody)
    .optional()
    .describe(
      'Absent without one. Names that no event has, unreadable regular expressions, unknown keys of a saved question, fields that were not used.',
    ),
} as const

/** The field of a body: absent where there is no warning, so that documented bodies stay as documented. */
export const warningsField = (warnings: readonly Warning[]): { warnings?: Warning[] } =>
  warnings.length === 0 ? {} : { warnings: [...warnings] }
