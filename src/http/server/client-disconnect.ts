import type { FastifyReply } from 'fastify'

/** The signal of each response. A list that is sent page by page asks for its signal with every page. */
const signals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/** Returns a signal that aborts when the client disconnects before the response is sent. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const known = signals.get(raw)
  if (known !== undefined) return known
  const disconnect = new AbortController()
  // If the client has disconnected before this call, no further event comes.
  if (raw.destroyed && !raw.writableFinished) disconnect.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) disconnect.abort()
  })
  signals.set(raw, disconnect.signal)
  return disconnect.signal
}
