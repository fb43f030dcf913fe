import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { InsightBody } from '#contract/insight.ts'
import { SharedPath } from '#contract/paths.ts'
import { beginAnswer } from '#http/server/errors.ts'
import { messagePage } from '#http/server/page/document.ts'
import { hideFromThirdParties, PAGE_TYPE, secure } from '#http/server/page/protect-page.ts'
import { route } from '#http/server/route.ts'
import { notFound } from '#shared/request-error.ts'
import { insightPage } from './page/page.ts'
import { findSharedInsight, type SharedInsightDeps, sharedInsightBody } from './shared-insight.ts'

/** For Fastify's types, in which a schema is a plain object. */
const INSIGHT_SCHEMA = InsightBody as object as Record<string, unknown>
const OPEN = { tag: 'sharing', isOpen: true, params: SharedPath } as const
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })
/** Errors are HTML pages as well. */
const PAGE_ERRORS = {
  404: page('The link is unknown or disabled, or its insight is deleted.'),
  500: page('The insight cannot be shown.'),
  503: page('The insight cannot be shown now.'),
  504: page('The query took too long.'),
}

/** `/shared/:token` and `/embedded/:token`: the pages of shared insights, which need no key. */
export async function sharedPageRoutes(app: FastifyInstance, deps: SharedInsightDeps): Promise<void> {
  const read = async (token: string, reply: FastifyReply) => {
    const shared = await findSharedInsight(deps, token)
    if (shared === null) throw notFound()
    return sharedInsightBody(deps, shared, reply)
  }
  app.addHook('onRequest', hideFromThirdParties)
  route(
    app,
    {
      get: '/shared/:token.json',
      summary: 'A shared insight as JSON',
      ...OPEN,
      answer: InsightBody,
      engine: 'query',
      responses: { 404: ErrorBody },
    },
    async (request, reply) => read(request.params.token, reply),
  )
  const pageRoute = (pages: FastifyInstance, path: string, summary: string, isEmbedded: boolean) => {
    secureShared(pages, isEmbedded ? '*' : "'none'")
    route(
      pages,
      { get: path, summary, ...OPEN, answer: page('The insight.'), responses: PAGE_ERRORS },
      async (request, reply) => {
        const { token } = request.params
        const body = await read(token, reply)
        const json = reply.serializeInput(body, INSIGHT_SCHEMA)
        return reply.type(PAGE_TYPE).send(insightPage(body, json, token, isEmbedded))
      },
    )
  }
  await app.register(async (pages) =>
    pageRoute(pages, '/shared/:token', 'The page of a shared insight', false),
  )
  await app.register(async (pages) =>
    pageRoute(pages, '/embedded/:token', 'The page of a shared insight, to embed in another page', true),
  )
}

/** Pages and errors that allow no script, no request and no form. `ancestors` are the pages that may embed them. */
function secureShared(pages: FastifyInstance, ancestors: string): void {
  secure(pages, { ancestors, forms: "'none'" })
  pages.setErrorHandler((error, request, reply) => {
    const { status } = beginAnswer(error, request, reply)
    const page =
      status === 404
        ? messagePage('Not found', 'This link does not exist, or is no longer valid.')
        : messagePage('Not available', 'This insight cannot be shown at the moment.')
    return reply.code(status).type(PAGE_TYPE).send(page)
  })
}
