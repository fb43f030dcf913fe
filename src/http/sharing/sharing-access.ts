import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { knownParameters } from '#contract/known-parameters.ts'
import { paging } from '#contract/paging.ts'
import { Format } from '#contract/text.ts'
import { counted, countedPage, withLinks } from '#http/server/paging.ts'
import { readValue } from '#shared/read-value.ts'
import { notFound } from '#shared/request-error.ts'
import { readShared, type SharedInsight, type SharedReadDeps, sharedInsight } from './read-shared.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the token of a shared insight gets here without a key: that insight, or a list of it alone. */
    shared?: 'insight' | 'list'
  }
}

const ListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  short_id: z.string().optional(),
  sharing_access_token: z.string(),
})

/**
 * Lets the token of a shared insight read that insight, on the routes that say `shared`. It goes before every check of keys
 * and answers by itself: no caller and no project is ever set by a token, so no other route can take one for a key.
 */
export function openToSharingTokens(app: FastifyInstance, deps: SharedReadDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    const { shared: form } = request.routeOptions.config
    const token = sharingTokenOf(request)
    if (form === undefined || token === null) return
    const shared = await sharedInsight(deps, token)
    if (shared === null || !isAskedFor(shared, request)) throw notFound()
    reply.header('Cache-Control', 'no-store')
    const read = () => readShared(deps, shared, reply)
    return reply.send(form === 'list' ? await listOf(request, shared, read) : await one(request, read))
  })
}

/** A request with a key is that key's, whatever else it carries. */
function sharingTokenOf({ headers, query }: FastifyRequest): string | null {
  const { sharing_access_token: token } = query as Record<string, unknown>
  return headers.authorization === undefined && typeof token === 'string' ? token : null
}

function isAskedFor({ insight, project }: SharedInsight, { params }: FastifyRequest): boolean {
  const { project_id, id } = params as { project_id?: string; id?: string }
  const isInsight = id === undefined || id === String(insight.id) || id === insight.shortId
  return project_id === String(project.id) && isInsight
}

async function one<Body>(request: FastifyRequest, read: () => Promise<Body>): Promise<Body> {
  readValue(Format, request.query)
  return read()
}

async function listOf<Body>(request: FastifyRequest, { insight }: SharedInsight, read: () => Promise<Body>) {
  const { limit, offset, short_id: shortId } = readValue(ListQuery, request.query)
  const isListed = shortId === undefined || shortId === insight.shortId
  const results = isListed && offset === 0 ? [await read()] : []
  return withLinks(request, counted, countedPage({ limit, offset }, isListed ? 1 : 0, results))
}
