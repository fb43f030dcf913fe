import type { FastifyReply } from 'fastify'

/** By what is answered: a list that is written page by page asks for each. */
const signals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/** Aborts when the connection ends before the answer was sent: nobody is there to read it. One signal a request. */
export function askerGone({ raw }: FastifyReply): AbortSignal {
  const known = signals.get(raw)
  if (known !== undefined) return known
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  signals.set(raw, gone.signal)
  return gone.signal
}
