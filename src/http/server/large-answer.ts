import { Readable } from 'node:stream'
import type { FastifyReply, preSerializationAsyncHookHandler } from 'fastify'
import { createPauses } from '#shared/large-json/pauses.ts'
import { abortedOnClose } from './csv/send-csv.ts'
import type { AnswerSerializer } from './serialize-answer.ts'

/**
 * A longer text is sent in pieces: one text of 50 MB held the event loop for 200 ms on its way to the
 * socket.
 */
const LONGEST_WHOLE_BYTES = 4 * 1024 * 1024

/**
 * Writes a body in pieces, with other work in between: 50,000 rows of 50 MB in total held the event loop
 * for half a second. A long text is also sent in these pieces.
 */
export const largeAnswerHook: preSerializationAsyncHookHandler<unknown> = async (request, reply, body) => {
  const serializer = serializerOf(reply)
  if (serializer === undefined || body instanceof Readable) return body
  const pieces: string[] = []
  let bytes = 0
  const pause = createPauses()
  for (const piece of serializer.pieces(body)) {
    pieces.push(piece)
    bytes += Buffer.byteLength(piece)
    await pause()
  }
  reply.serializer((text: string) => text)
  if (bytes <= LONGEST_WHOLE_BYTES) return pieces.join('')
  reply.header('content-length', bytes)
  return abortedOnClose(request.server, Readable.from(request.method === 'HEAD' ? [] : encoded(pieces)))
}

function serializerOf(reply: FastifyReply): AnswerSerializer | undefined {
  const found: unknown = reply.getSerializationFunction(String(reply.statusCode))
  return typeof found === 'function' && 'pieces' in found ? (found as AnswerSerializer) : undefined
}

/** Encodes each piece only when the client has read the pieces before it. */
function* encoded(pieces: readonly string[]): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}
