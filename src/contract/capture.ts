import { z } from 'zod'

/** The response of the capture routes. Browser SDKs repeat a request that gets any other response. */
export const CaptureAnswer = z.object({ status: z.literal(1) }).meta({ id: 'CaptureAnswer' })

export const CAPTURED: z.infer<typeof CaptureAnswer> = { status: 1 }

export const CaptureV1Answer = z
  .object({
    results: z
      .record(
        z.string(),
        z.object({
          result: z.enum(['ok', 'drop', 'limited', 'retry']),
          details: z
            .string()
            .optional()
            .describe(
              'Why the event was dropped; for an event that is stored in part, its issues, joined by commas.',
            ),
        }),
      )
      .describe('The result of each event, by its uuid. A repeated event is `ok`.'),
  })
  .meta({ id: 'CaptureV1Answer' })

export const CAPTURE_V1_ERRORS = [
  'request_parsing_error',
  'missing_authorization',
  'billing_limit_exceeded',
  'body_read_timeout',
  'payload_too_large',
  'unsupported_content_type',
  'internal_error',
  'service_unavailable',
  'gateway_timeout',
] as const

export const CaptureV1Error = z
  .object({
    error: z.enum(CAPTURE_V1_ERRORS).describe('A code for programs.'),
    error_description: z.string().describe('One sentence for people.'),
    error_uri: z.string().describe('The address of the documentation.'),
  })
  .meta({ id: 'CaptureV1Error' })
