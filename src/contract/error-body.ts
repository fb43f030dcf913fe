import { z } from 'zod'

/** Every error of every route. */
export const ErrorBody = z
  .object({
    type: z.enum([
      'authentication_error',
      'invalid_request',
      'validation_error',
      'throttled_error',
      'server_error',
    ]),
    code: z.string().describe('For programs.'),
    detail: z.string().describe('One sentence for people.'),
    attr: z.string().nullable().describe('The field at fault; nested names are joined with two underscores.'),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
