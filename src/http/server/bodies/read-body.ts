import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify'
import type { BodyAccount, BodyBudget } from './body-budget.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readBody: ReadBody
  }
  interface FastifyRequest {
    /** The memory of the request's body; null before it is read. */
    bodyAccount: BodyAccount | null
  }
}

/** Reads a body of at most `maxBytes` into one buffer. Its memory counts until the response has ended. */
export type ReadBody = (request: FastifyRequest, payload: Readable, maxBytes: number) => Promise<Buffer>

/** Parts of the sizes in which a socket gives bytes would leave holes in the heap when they are freed. */
const FIRST_BYTES = 16 * 1024

export const createReadBody =
  (budget: BodyBudget): ReadBody =>
  (request, payload, maxBytes) =>
    new Promise((resolve, reject) => {
      const sentLength = lengthOf(request.raw)
      if (sentLength !== null && sentLength > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      const account = budget.open(fail)
      request.bodyAccount = account
      let buffer = Buffer.allocUnsafeSlow(0)
      let length = 0

      function fail(error: Error): void {
        payload.off('data', take).off('end', end)
        // Freed at once: the connection may stay open for the rest of the body, which is discarded.
        buffer = Buffer.allocUnsafeSlow(0)
        account.close()
        payload.resume()
        reject(error)
      }
      function grow(needed: number): void {
        const size = Math.min(
          maxBytes,
          Math.max(needed, 2 * buffer.length, Math.min(sentLength ?? 0, FIRST_BYTES)),
        )
        account.add(size - buffer.length)
        const larger = Buffer.allocUnsafeSlow(size)
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      function take(chunk: Buffer): void {
        try {
          if (length + chunk.length > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
          if (length + chunk.length > buffer.length) grow(length + chunk.length)
          chunk.copy(buffer, length)
          length += chunk.length
        } catch (error) {
          fail(error as Error)
        }
      }
      function end(): void {
        account.complete()
        resolve(buffer.subarray(0, length))
      }
      payload.on('data', take).once('end', end)
      // The client has disconnected.
      payload.once('error', (error) => fail(Object.assign(error, { statusCode: 400 })))
    })

/** The memory of a body is given back with the end of its response, also where the client has disconnected. */
export function releaseBodyAtEnd(request: FastifyRequest, { raw }: FastifyReply): void {
  raw.once('close', () => request.bodyAccount?.close())
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = Number(headers['content-length'])
  return Number.isNaN(length) ? null : length
}
