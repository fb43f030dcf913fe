import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { CaptureV1Answer, CaptureV1Error } from '#contract/capture.ts'
import { beginAnswer } from '#http/server/errors.ts'
import { route } from '#http/server/route.ts'
import type { EventOutcome } from '#ingest/pipeline.ts'
import type { CaptureDeps } from './capture.ts'
import { takeAnyBody, toWireRequest } from './wire-request.ts'

type Tag = z.infer<typeof CaptureV1Error>['error']

const TAGS: Readonly<Record<number, Tag>> = {
  400: 'request_parsing_error',
  401: 'missing_authorization',
  408: 'body_read_timeout',
  413: 'payload_too_large',
  415: 'unsupported_content_type',
  429: 'billing_limit_exceeded',
  503: 'service_unavailable',
  504: 'gateway_timeout',
}
const DESCRIPTION =
  '`{created_at, batch: [{event, uuid, distinct_id, timestamp, options?, properties?}]}` as JSON, plain or with gzip, with the project token as bearer token. The response has a result for every event.'
const ERRORS = Object.fromEntries(
  [400, 401, 413, 415, 500, 503, 504].map((status) => [status, CaptureV1Error]),
)

/**
 * Registers the second capture protocol of the SDKs. Its response has a result for each event, and its
 * errors have a body of their own.
 */
export async function captureV1Routes(app: FastifyInstance, deps: CaptureDeps): Promise<void> {
  takeAnyBody(app, deps.maxBodyBytes)
  app.setErrorHandler(answerV1Error)
  app.addHook('onRequest', echoRequestId)
  route(
    app,
    {
      post: '/i/v1/analytics/events/',
      summary: 'Send events with the second protocol',
      example: {
        body: {
          created_at: '2026-11-20T12:00:00Z',
          batch: [
            {
              event: 'signed up',
              uuid: '0199e2a4-8a5c-7000-8000-000000000001',
              distinct_id: 'ada',
              timestamp: '2026-11-20T12:00:00Z',
              options: {},
              properties: {},
            },
          ],
        },
      },
      description: DESCRIPTION,
      tag: 'capture',
      isOpen: true,
      bodyLimit: deps.maxBodyBytes,
      answer: CaptureV1Answer,
      responses: ERRORS,
    },
    async (request) => {
      refuseForms(request)
      const outcomes = await deps.ingest.capture(toWireRequest(request))
      return { results: resultsOf(outcomes) }
    },
  )
}

async function echoRequestId({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const id = headers['posthog-request-id']
  if (id !== undefined) reply.header('PostHog-Request-Id', id)
}

// Accepts JSON, also as text/plain, which browsers send to avoid a preflight. A form belongs to the first
// protocol, and is refused here.
function refuseForms({ headers }: FastifyRequest): void {
  const type = headers['content-type']
  if (type === undefined || /^(?:application\/json|text\/plain) *(?:;|$)/i.test(type)) return
  throw Object.assign(new Error('Expected the content type application/json.'), { statusCode: 415 })
}

type Results = z.infer<typeof CaptureV1Answer>['results']

/**
 * Returns the result of each event by the uuid of the event. The result of a repeated event is `ok`,
 * because the event is stored already.
 */
export const resultsOf = (outcomes: readonly EventOutcome[]): Results =>
  Object.fromEntries(
    outcomes.flatMap((outcome) => (outcome.uuid === null ? [] : [[outcome.uuid, resultOf(outcome)]])),
  )

function resultOf({ dropped, doubts }: EventOutcome): Results[string] {
  if (dropped !== null) return { result: 'drop', details: dropped }
  return { result: 'ok', ...(doubts.length > 0 && { details: doubts.join(',') }) }
}

function answerV1Error(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = beginAnswer(error, request, reply)
  if (status === 408 || status >= 500) reply.header('Retry-After', 1)
  const answer: z.infer<typeof CaptureV1Error> = {
    error: TAGS[status] ?? (status < 500 ? 'request_parsing_error' : 'internal_error'),
    error_description: body.detail,
    error_uri: '/api/schema/',
  }
  return reply.code(status).type('application/json').send(JSON.stringify(answer))
}
