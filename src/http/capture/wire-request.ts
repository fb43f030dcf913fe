import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WireRequest } from '#ingest/wire/protocol.ts'

/** Takes bodies of any content type, or of none, as the bytes that were sent: SDKs often say something else than they send. */
export function takeAnyBody(app: FastifyInstance, maxBodyBytes: number): void {
  app.addHook('onRequest', async (request) => {
    // The framework would refuse a body because it cannot read how it is called.
    if (request.mediaType === undefined) delete request.headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )
}

/** A request of an SDK as the decoder wants it. */
export function wireRequestOf(request: FastifyRequest): WireRequest {
  const { headers } = request
  return {
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    query: request.query as Readonly<Record<string, unknown>>,
    contentType: headers['content-type'],
    authorization: headers.authorization,
    requestTimestamp: firstOf(headers['posthog-request-timestamp']),
    sdkInfo: firstOf(headers['posthog-sdk-info']),
  }
}

const firstOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
