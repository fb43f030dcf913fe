import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StoreVersion } from '../metadata/store-version.ts'
import { callerOf, projectOf } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer follows from the metadata alone, and is given again while nothing there has changed. */
    isKept?: boolean
  }
  interface FastifyRequest {
    /** What the answer will be kept under, and the version of the metadata that it is made from; null where it is not. */
    keeping: { readonly key: string; readonly version: string } | null
  }
}

interface KeptAnswer {
  readonly version: string
  readonly text: string
}

/** Lists of a hundred insights are some 200 kB. */
const MOST_CHARACTERS = 32 * 1024 * 1024
/** What follows from the clock as well, what computes, and what is no JSON. */
const NOT_KEPT = /[?&](?:date_from|date_to|refresh|format)=/

/**
 * Gives lists that are asked for again and again the text of the last time: a page of a hundred insights takes some 5 ms to
 * read and write, and 0.3 ms so. Who asks, and what they may see, is checked before, every time.
 */
export function keepAnswers(app: FastifyInstance, storeVersion: StoreVersion): void {
  const kept = new Map<string, KeptAnswer>()
  let characters = 0
  const forget = (key: string) => {
    characters -= kept.get(key)?.text.length ?? 0
    kept.delete(key)
  }
  app.decorateRequest('keeping', null)
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.isKept || request.method !== 'GET' || NOT_KEPT.test(request.url)) return
    const key = keyOf(request)
    const version = await storeVersion()
    const answer = kept.get(key)
    if (answer?.version === version) return reply.type('application/json; charset=utf-8').send(answer.text)
    request.keeping = { key, version }
  })
  app.addHook('onSend', async ({ keeping }, reply, payload) => {
    if (keeping === null || reply.statusCode !== 200 || typeof payload !== 'string') return
    forget(keeping.key)
    if (payload.length > MOST_CHARACTERS / 4) return
    kept.set(keeping.key, { version: keeping.version, text: payload })
    characters += payload.length
    for (const oldest of kept.keys()) {
      if (characters <= MOST_CHARACTERS) break
      forget(oldest)
    }
  })
}

// The host is in the links of the answer, the role in what it says may be done.
function keyOf(request: FastifyRequest): string {
  const { id, role } = projectOf(request)
  return JSON.stringify([callerOf(request).userId, id, role, request.protocol, request.host, request.url])
}
