import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ingest } from '../../ingest/ingest.ts'
import { RequestError } from '../../shared/request-error.ts'
import { errorResponses } from '../contract/error-body.ts'

const CaptureAnswer = z.object({ status: z.literal(1) }).meta({ id: 'CaptureAnswer' })

const DESCRIPTION =
  'One event `{event, distinct_id, properties?, timestamp?, uuid?}`, a list of them, or `{batch: [...]}`, as JSON, plain or gzip, with the project token as `api_key`.'

/**
 * Where SDKs send events. 200 means: every storable event of the body is on disk and the next question sees it.
 * The token inside the body decides the project, so the body is read before anyone is refused.
 */
export function captureRoutes(deps: {
  readonly ingest: Ingest
  readonly maxBodyBytes: number
}): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: deps.maxBodyBytes },
      (_request, body, done) => done(null, body),
    )
    for (const path of ['/batch/', '/capture/', '/e/', '/i/v0/e/'])
      app.post(
        path,
        {
          bodyLimit: deps.maxBodyBytes,
          schema: {
            tags: ['capture'],
            security: [],
            description: DESCRIPTION,
            response: { 200: CaptureAnswer, ...errorResponses },
          },
        },
        async (request) => {
          try {
            await deps.ingest.capture({ body: bodyOf(request), authorization: request.headers.authorization })
          } catch (error) {
            if (error instanceof RequestError && error.kind === 'unauthenticated')
              request.log.warn({ reason: error.message }, 'events refused')
            throw error
          }
          return { status: 1 }
        },
      )
  }
}

const bodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
