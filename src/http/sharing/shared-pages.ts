import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { InsightBody } from '#contract/insight.ts'
import { PAGE_TYPE, pageResponses, SharedPath, sharedErrors } from '#contract/shared-page.ts'
import { beginAnswer } from '#http/server/errors.ts'
import { notFound } from '#shared/request-error.ts'
import { insightPage, messagePage } from './page/page.ts'
import { STYLE_SOURCE } from './page/style.ts'
import { readShared, type SharedReadDeps, sharedInsight } from './read-shared.ts'

/** Fastify's types know a schema as a plain object. */
const INSIGHT_SCHEMA = InsightBody as object as Record<string, unknown>
const OPEN = { tags: ['sharing'], security: [], params: SharedPath }

/** `/shared/:token` and `/embedded/:token`: what whoever has the link of an insight sees, without a key. */
export function sharedPageRoutes(deps: SharedReadDeps): FastifyPluginAsyncZod {
  const read = async (token: string, reply: FastifyReply) => {
    const shared = await sharedInsight(deps, token)
    if (shared === null) throw notFound()
    return readShared(deps, shared, reply)
  }
  return async (app) => {
    app.addHook('onRequest', keepQuiet)
    app.get(
      '/shared/:token.json',
      { schema: { ...OPEN, response: { 200: InsightBody, ...sharedErrors } } },
      async (request, reply) => read(request.params.token, reply),
    )
    const html = (isEmbedded: boolean): FastifyPluginAsyncZod => {
      return async (pages) => {
        secure(pages, isEmbedded ? '*' : "'none'")
        pages.get(
          isEmbedded ? '/embedded/:token' : '/shared/:token',
          { schema: { ...OPEN, response: pageResponses } },
          async (request, reply) => {
            const { token } = request.params
            const body = await read(token, reply)
            const json = reply.serializeInput(body, INSIGHT_SCHEMA)
            return reply.type(PAGE_TYPE).send(insightPage(body, json, token, isEmbedded))
          },
        )
      }
    }
    await app.register(html(false))
    await app.register(html(true))
  }
}

// A link is a secret: no search engine lists it, no page it leads to learns it, no cache outlives its being disabled.
async function keepQuiet(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
    .header('X-Content-Type-Options', 'nosniff')
}

/** Pages that load nothing and run nothing, errors included. `ancestors` says who may frame them. */
function secure(pages: FastifyInstance, ancestors: string): void {
  const policy = `default-src 'none'; style-src ${STYLE_SOURCE}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`
  pages.addHook('onRequest', async (_request, reply) => {
    reply.header('Content-Security-Policy', policy)
  })
  pages.setErrorHandler((error, request, reply) => {
    const { status } = beginAnswer(error, request, reply)
    const page =
      status === 404
        ? messagePage('Not found', 'This link opens nothing, or no longer does.')
        : messagePage('Not available', 'This insight cannot be shown at the moment.')
    return reply.code(status).type(PAGE_TYPE).send(page)
  })
}
