import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify'
import type { BodyAccount, BodyBudget } from './body-budget.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readBody: ReadBody
  }
  interface FastifyRequest {
    /** The memory account of the body; null until the body is read. */
    bodyAccount: BodyAccount | null
    /**
     * Whether the body was refused. If it was, the connection is closed, because the rest of the body need
     * not be read.
     */
    isBodyRefused: boolean
  }
}

/**
 * Reads a body of at most `maxBytes` bytes into one buffer. The announced length is reserved as memory
 * before the first byte is read, and freed when the response has ended.
 */
export type ReadBody = (request: FastifyRequest, payload: Readable, maxBytes: number) => Promise<Buffer>

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
        // The memory of the buffer is freed here already, and not only when the response has been sent.
        buffer = Buffer.allocUnsafeSlow(0)
        account.close()
        request.isBodyRefused = true
        reject(error)
      }
      function takeMemory(size: number): void {
        account.add(size - buffer.length)
        const larger = Buffer.allocUnsafeSlow(size)
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      function take(chunk: Buffer): void {
        const needed = length + chunk.length
        try {
          if (needed > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
          if (needed > buffer.length) takeMemory(Math.min(maxBytes, Math.max(needed, 2 * buffer.length)))
          account.arrived(chunk.length)
          chunk.copy(buffer, length)
          length = needed
        } catch (error) {
          fail(error as Error)
        }
      }
      function end(): void {
        account.complete()
        resolve(buffer.subarray(0, length))
      }
      try {
        // The memory is reserved before the body is read. If many large bodies arrive at once, the bodies
        // that do not fit are refused without taking time.
        takeMemory(sentLength ?? 0)
      } catch (error) {
        fail(error as Error)
        return
      }
      payload.on('data', take).once('end', end)
      // The client has disconnected.
      payload.once('error', (error) => fail(Object.assign(error, { statusCode: 400 })))
    })

/** Frees the memory of a body when its response ends, also if the client has disconnected. */
export function releaseBodyAtEnd(request: FastifyRequest, { raw }: FastifyReply): void {
  raw.once('close', () => request.bodyAccount?.close())
}

/**
 * Closes the connection after the response if the body was refused. The rest of the body may be large, and
 * reading it would take time from other requests.
 */
export function endRefusedConnection({ isBodyRefused }: FastifyRequest, reply: FastifyReply): void {
  if (isBodyRefused) reply.header('Connection', 'close')
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = Number(headers['content-length'])
  return Number.isNaN(length) ? null : length
}
