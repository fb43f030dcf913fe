import { z } from 'zod'

/**
 * A warning that a part of a question was answered in another way than its sender may expect. It has the
 * fields of an error.
 */
export const WarningBody = z
  .object({
    code: z.string(),
    detail: z.string(),
    attr: z
      .string()
      .nullable()
      .describe('The field that the warning is about. Nested names are joined by two underscores.'),
  })
  .meta({ id: 'Warning' })
export type Warning = Readonly<z.output<typeof WarningBody>>

/** The field that every answer to a question may have. */
export const WARNINGS = {
  warnings: z
    .array(WarningBody)
    .optional()
    .describe(
      'Absent if there is no warning. Warnings are about names that no event has, unreadable regular expressions, unknown keys of a saved question, and fields that were not used.',
    ),
} as const

/**
 * Returns the field `warnings` of a body. The field is absent if there is no warning, so documented bodies
 * stay as documented.
 */
export const warningsField = (warnings: readonly Warning[]): { warnings?: Warning[] } =>
  warnings.length === 0 ? {} : { warnings: [...warnings] }
