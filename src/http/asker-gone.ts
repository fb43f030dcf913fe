import type { FastifyReply } from 'fastify'

/** Aborts when the connection ends before the answer was sent: nobody is there to read it. */
export function askerGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
