import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { StoreVersion } from '#metadata/database/store-version.ts'
import { callerOf, projectOf } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer to a query follows from the metadata alone: it is given again while nothing there has changed. */
    isCacheable?(query: unknown): boolean
  }
  interface FastifyRequest {
    /** What the answer will be kept under, and the version of the metadata that it is made from; null where it is not. */
    keeping: { readonly key: string; readonly version: string } | null
  }
}

/** Lists of a hundred insights are some 200 kB. */
const MOST_CHARACTERS = 32 * 1024 * 1024
/** What else an entry takes. */
const ENTRY_CHARACTERS = 200

/**
 * Gives lists that are asked for again and again the text of the last time: a page of a hundred insights takes some 5 ms to
 * read and write, and 0.3 ms so. Who asks, and what they may see, is checked before, every time.
 */
export function keepAnswers(app: FastifyInstance, storeVersion: StoreVersion): void {
  const kept = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    maxEntrySize: MOST_CHARACTERS / 4,
    sizeCalculation: (text) => text.length + ENTRY_CHARACTERS,
  })
  let keptVersion = ''
  app.decorateRequest('keeping', null)
  app.addHook('preHandler', async (request, reply) => {
    const { isCacheable } = request.routeOptions.config
    if (request.method !== 'GET' || !isCacheable?.(request.query)) return
    const version = await storeVersion()
    if (version !== keptVersion) kept.clear()
    keptVersion = version
    const key = keyOf(request)
    const text = kept.get(key)
    if (text !== undefined) return reply.type('application/json; charset=utf-8').send(text)
    request.keeping = { key, version }
  })
  app.addHook('onSend', async ({ keeping }, reply, payload) => {
    if (keeping?.version !== keptVersion || reply.statusCode !== 200 || typeof payload !== 'string') return
    kept.set(keeping.key, payload)
  })
}

// The host is in the links of the answer, the role in what it says may be done.
function keyOf(request: FastifyRequest): string {
  const { id, role } = projectOf(request)
  const { protocol, host, url } = request
  return createHash('sha256')
    .update(JSON.stringify([callerOf(request).userId, id, role, protocol, host, url]))
    .digest('base64url')
}
