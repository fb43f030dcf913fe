import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { StoreVersion } from '#metadata/database/store-version.ts'
import { callerOf, projectOf } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Returns whether the response to a query depends only on the metadata. Such a response may be cached.
     */
    isCacheable?(query: unknown): boolean
  }
  interface FastifyRequest {
    /**
     * The cache entry to fill with the response; null if the response is not cached. `version` is the
     * version of the metadata before the response was made.
     */
    cacheEntry: { readonly key: string; readonly version: string } | null
  }
}

/**
 * The size of the cache in characters. The response for a list of a hundred insights has about 200,000
 * characters.
 */
const MOST_CHARACTERS = 32 * 1024 * 1024
/** The size that is counted for each entry in addition to its text, in characters. */
const ENTRY_CHARACTERS = 200

/**
 * Caches responses until the metadata changes. The response for a page of a hundred insights takes 5 ms to
 * make, and 0.3 ms to read from the cache. Credentials, scope and role are checked for every request,
 * before the cache is read.
 */
export function cacheResponses(app: FastifyInstance, storeVersion: StoreVersion): void {
  const texts = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    maxEntrySize: MOST_CHARACTERS / 4,
    sizeCalculation: (text) => text.length + ENTRY_CHARACTERS,
  })
  let cachedVersion = ''
  app.decorateRequest('cacheEntry', null)
  app.addHook('preHandler', async (request, reply) => {
    const { isCacheable } = request.routeOptions.config
    if (request.method !== 'GET' || !isCacheable?.(request.query)) return
    const version = await storeVersion()
    if (version !== cachedVersion) texts.clear()
    cachedVersion = version
    const key = keyOf(request)
    const text = texts.get(key)
    if (text !== undefined) return reply.type('application/json; charset=utf-8').send(text)
    request.cacheEntry = { key, version }
  })
  app.addHook('onSend', async ({ cacheEntry }, reply, payload) => {
    if (cacheEntry?.version !== cachedVersion || reply.statusCode !== 200 || typeof payload !== 'string')
      return
    texts.set(cacheEntry.key, payload)
  })
}

// The key includes the host, because links in the body contain it, and the role, because a field of the
// body depends on it.
function keyOf(request: FastifyRequest): string {
  const { id, role } = projectOf(request)
  const { protocol, host, url } = request
  return createHash('sha256')
    .update(JSON.stringify([callerOf(request).userId, id, role, protocol, host, url]))
    .digest('base64url')
}
