import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WireRequest } from '#ingest/wire/protocol.ts'

/** Accepts bodies of any content type as bytes, because SDKs often send a wrong content type. */
export function takeAnyBody(app: FastifyInstance, maxBodyBytes: number): void {
  app.addHook('onRequest', async (request) => {
    // Fastify would refuse the request if it cannot parse the content type.
    if (request.mediaType === undefined) delete request.headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    app.readBody(request, payload, maxBodyBytes),
  )
}

/** Returns the request of an SDK in the form that the decoder of events takes. */
export function toWireRequest(request: FastifyRequest): WireRequest {
  const { headers } = request
  return {
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    query: request.query as Readonly<Record<string, unknown>>,
    contentType: headers['content-type'],
    authorization: headers.authorization,
    requestTimestamp: firstOf(headers['posthog-request-timestamp']),
    sdkInfo: firstOf(headers['posthog-sdk-info']),
    reserve: (bytes) => request.bodyAccount?.add(bytes),
    visitor: {
      address: plainAddress(request.ip),
      userAgent: headers['user-agent'] ?? '',
      host: hostOf(headers.origin ?? headers.referer),
    },
  }
}

/**
 * Removes the prefix `::ffff:` of an IPv4 address. A socket that accepts both IPv4 and IPv6 writes such an
 * address as `::ffff:192.0.2.1`.
 */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns the host of a page's address, with the port if there is one; empty for any other text. */
const hostOf = (address: string | undefined) =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : ''

const firstOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
