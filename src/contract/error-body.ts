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

/** The errors that routes for SDKs can answer with, which read any body. */
export const sdkErrorResponses = { 400: ErrorBody, 413: ErrorBody, 500: ErrorBody, 503: ErrorBody }

/** The errors of an authenticated route that reads neither a query nor a body. */
export const unreadErrors = {
  401: ErrorBody,
  403: ErrorBody,
  404: ErrorBody,
  500: ErrorBody,
  503: ErrorBody,
  504: ErrorBody,
}

/** The errors that any other authenticated route can answer with. */
export const errorResponses = { ...unreadErrors, 400: ErrorBody, 413: ErrorBody, 415: ErrorBody }

/** The errors of routes that compute. */
export const computationErrors = { ...errorResponses, 499: ErrorBody }
