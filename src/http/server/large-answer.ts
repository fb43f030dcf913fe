import { Readable } from 'node:stream'
import type { FastifyReply, preSerializationAsyncHookHandler } from 'fastify'
import { createPauses } from '#shared/large-json/pauses.ts'
import { withPauses } from '#shared/large-json/with-pauses.ts'
import { abortedOnClose } from './csv/send-csv.ts'
import type { AnswerSerializer } from './serialize-answer.ts'

/** A longer text is sent in pieces. Sending one text of 50 MB blocked the event loop for 200 ms. */
const LONGEST_WHOLE_BYTES = 4 * 1024 * 1024

/**
 * Makes the text of a body in pieces, between which other work can run. Making 50 MB of text from 50,000
 * rows at once blocked the event loop for half a second. A text over {@link LONGEST_WHOLE_BYTES} is also
 * sent in these pieces.
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
  return abortedOnClose(
    request.server,
    Readable.from(request.method === 'HEAD' ? [] : withPauses(encoded(pieces))),
  )
}

function serializerOf(reply: FastifyReply): AnswerSerializer | undefined {
  const found: unknown = reply.getSerializationFunction(String(reply.statusCode))
  return typeof found === 'function' && 'pieces' in found ? (found as AnswerSerializer) : undefined
}

/** Yields the pieces as bytes. A piece is encoded only after the client has read the pieces before it. */
function* encoded(pieces: readonly string[]): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}
