import type { FastifyReply } from 'fastify'

/** One signal a request: a list that is sent page by page asks for it with every page. */
const signals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/** A signal that aborts when the client disconnects before the response is sent. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const known = signals.get(raw)
  if (known !== undefined) return known
  const disconnect = new AbortController()
  // Before this call: there is no further event.
  if (raw.destroyed && !raw.writableFinished) disconnect.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) disconnect.abort()
  })
  signals.set(raw, disconnect.signal)
  return disconnect.signal
}
