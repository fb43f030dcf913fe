import { z } from 'zod'

/** The body of every error response. */
export const ErrorBody = z
  .object({
    type: z.enum([
      'authentication_error',
      'invalid_request',
      'validation_error',
      'throttled_error',
      'server_error',
    ]),
    code: z.string().describe('A code for programs.'),
    detail: z.string().describe('One sentence for people.'),
    attr: z.string().nullable().describe('The invalid field. Nested names are joined with two underscores.'),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
