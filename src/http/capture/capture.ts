import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CAPTURED, CaptureAnswer } from '#contract/capture.ts'
import { ErrorBody } from '#contract/error-body.ts'
import { EXPLANATIONS, type IngestIssue } from '#contract/ingest-issue.ts'
import { route } from '#http/server/route.ts'
import type { Ingest } from '#ingest/ingest.ts'
import type { EventOutcome } from '#ingest/pipeline.ts'
import { invalid } from '#shared/request-error.ts'
import { takeAnyBody, toWireRequest } from './wire-request.ts'

const CAPTURE_PATHS = ['/i/v0/e/', '/e/', '/capture/', '/track/', '/engage/', '/batch/']
/** The path to which SDKs send the events of `captureAi`. Its body has the form of `/batch/`. */
const AI_PATH = '/i/v0/ai/batch/'

/**
 * Paths of SDK products that this server does not have. What SDKs send there is counted by reason and
 * discarded.
 */
const UNSUPPORTED_PATHS: Readonly<Record<string, IngestIssue>> = {
  '/s/': 'session_recording',
  '/ses/': 'session_recording',
  '/i/v1/logs/': 'unsupported_product',
  '/i/v1/metrics/': 'unsupported_product',
}

const DESCRIPTION =
  'One event `{event, distinct_id, properties?, timestamp?, uuid?}`, a list of them, or `{batch: [...]}`, as JSON, plain or with gzip, with the project token as `api_key`. A form or the query string can have this body as the value of `data`, as JSON or base64. With `?beacon=1` the response is 204 without a body.'
const UNSUPPORTED_DESCRIPTION =
  'For products of the SDKs that this server does not have. Recordings, logs and metrics are counted and discarded. Events with other names are stored.'

/**
 * The schema allows any query parameter, because the decoder reads the wire forms from the request itself.
 */
const CaptureQuery = z.looseObject({
  data: z.unknown().optional().describe('For GET: the events, as JSON or base64.'),
})
const ONE_EVENT = { api_key: 'phc_...', event: 'signed up', distinct_id: 'ada', properties: { plan: 'free' } }

export interface CaptureDeps {
  readonly ingest: Pick<Ingest, 'capture'>
  readonly maxBodyBytes: number
}

const CAPTURE = {
  tag: 'capture',
  isOpen: true,
  reads: 'any type',
  answer: CaptureAnswer,
} as const
const ERRORS = { 400: ErrorBody, 401: ErrorBody, 413: ErrorBody }

/**
 * Registers the paths to which SDKs send events. A 200 means that every storable event of the body is on
 * disk, and that the next query sees it. The token inside the body says which project the events belong to,
 * so a request can be refused only after its body has been read.
 */
export async function captureRoutes(app: FastifyInstance, deps: CaptureDeps): Promise<void> {
  takeAnyBody(app, deps.maxBodyBytes)
  for (const path of CAPTURE_PATHS)
    route(
      app,
      {
        get: path,
        post: path,
        summary: 'Send events',
        query: CaptureQuery,
        example: { body: ONE_EVENT, query: { data: JSON.stringify(ONE_EVENT) } },
        description: DESCRIPTION,
        ...CAPTURE,
        bodyLimit: deps.maxBodyBytes,
        responses: { ...ERRORS, 204: z.undefined().describe('Stored, with `?beacon=1`.') },
        // A HEAD request would capture the events in its query string.
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        await capture(deps, request)
        // A page sends a beacon while it is being closed, so no script reads the response body.
        return isBeacon(request) ? reply.code(204).send() : CAPTURED
      },
    )
  route(
    app,
    {
      post: AI_PATH,
      summary: 'Send events of AI calls',
      example: {
        body: {
          api_key: 'phc_...',
          batch: [{ event: '$ai_generation', distinct_id: 'ada', properties: { $ai_model: 'a model' } }],
        },
      },
      description: 'A batch as for `/batch/`, with events of any name.',
      ...CAPTURE,
      bodyLimit: deps.maxBodyBytes,
      responses: ERRORS,
    },
    async (request) => {
      await capture(deps, request)
      return CAPTURED
    },
  )
  for (const [path, reason] of Object.entries(UNSUPPORTED_PATHS))
    route(
      app,
      {
        post: path,
        summary: 'Discard events of unsupported products',
        example: { body: { ...ONE_EVENT, event: '$snapshot' } },
        description: UNSUPPORTED_DESCRIPTION,
        ...CAPTURE,
        bodyLimit: deps.maxBodyBytes,
        responses: ERRORS,
      },
      async (request) => {
        await capture(deps, request, reason)
        return CAPTURED
      },
    )
}

async function capture(
  { ingest }: CaptureDeps,
  request: FastifyRequest,
  unsupported?: IngestIssue,
): Promise<void> {
  refuseIfUnusable(await ingest.capture(toWireRequest(request), unsupported))
}

// Refuses a batch only if none of its events is usable: after an error, an SDK sends the whole batch again
// or discards all of it.
function refuseIfUnusable(outcomes: readonly EventOutcome[]): void {
  const reasons = outcomes.map(({ dropped }) => dropped)
  const isUnusable = (reason: IngestIssue | null) => reason !== null && EXPLANATIONS[reason].isRefused
  const [first] = reasons
  if (first === undefined || first === null || !reasons.every(isUnusable)) return
  throw invalid(
    first,
    `No event was stored. ${EXPLANATIONS[first].sentence} ${EXPLANATIONS[first].remedy}`,
    null,
  )
}

const isBeacon = ({ query }: FastifyRequest) => (query as { beacon?: unknown }).beacon === '1'
