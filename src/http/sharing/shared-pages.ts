import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { DashboardBody } from '#contract/dashboard.ts'
import { ErrorBody } from '#contract/error-body.ts'
import { InsightBody } from '#contract/insight.ts'
import { SharedPath } from '#contract/paths.ts'
import { beginAnswer } from '#http/server/errors.ts'
import { messagePage } from '#http/server/page/document.ts'
import { hideFromThirdParties, PAGE_TYPE, secure } from '#http/server/page/protect-page.ts'
import { route } from '#http/server/route.ts'
import { notFound } from '#shared/request-error.ts'
import { dashboardPage } from './page/dashboard-page.ts'
import { insightPage } from './page/page.ts'
import { findSharedDashboard, type SharedDashboardDeps, sharedDashboardBody } from './shared-dashboard.ts'
import { findSharedInsight, sharedInsightBody } from './shared-insight.ts'

type Schema = Record<string, unknown>
/** For Fastify's types, in which a schema is a plain object. */
const INSIGHT_SCHEMA = InsightBody as object as Schema
const DASHBOARD_SCHEMA = DashboardBody as object as Schema
const SharedBody = z.union([InsightBody, DashboardBody])
const OPEN = { tag: 'sharing', isOpen: true, params: SharedPath } as const
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })
/** Errors are HTML pages as well. */
const PAGE_ERRORS = {
  404: page('The link is unknown or disabled, or what it shows is deleted.'),
  500: page('It cannot be shown.'),
  503: page('It cannot be shown now.'),
  504: page('The query took too long.'),
}

type Read = { readonly insight: InsightBody } | { readonly dashboard: DashboardBody }

/** `/shared/:token` and `/embedded/:token`: the pages of shared insights and dashboards, which need no key. */
export async function sharedPageRoutes(app: FastifyInstance, deps: SharedDashboardDeps): Promise<void> {
  const read = async (token: string, reply: FastifyReply): Promise<Read> => {
    const insight = await findSharedInsight(deps, token)
    if (insight !== null) return { insight: await sharedInsightBody(deps, insight, reply) }
    const dashboard = await findSharedDashboard(deps, token)
    if (dashboard === null) throw notFound()
    return { dashboard: await sharedDashboardBody(deps, dashboard, reply) }
  }
  app.addHook('onRequest', hideFromThirdParties)
  route(
    app,
    {
      get: '/shared/:token.json',
      summary: 'A shared insight or dashboard as JSON',
      ...OPEN,
      answer: SharedBody,
      engine: 'query',
      responses: { 404: ErrorBody },
    },
    async (request, reply) => {
      const json = jsonOf(await read(request.params.token, reply), reply)
      return reply.type('application/json; charset=utf-8').send(json)
    },
  )
  const pageRoute = (pages: FastifyInstance, path: string, summary: string, isEmbedded: boolean) => {
    secureShared(pages, isEmbedded ? '*' : "'none'")
    route(
      pages,
      { get: path, summary, ...OPEN, answer: page('The insight or dashboard.'), responses: PAGE_ERRORS },
      async (request, reply) => {
        const { token } = request.params
        const found = await read(token, reply)
        return reply.type(PAGE_TYPE).send(pageOf(found, reply, token, isEmbedded))
      },
    )
  }
  await app.register(async (pages) =>
    pageRoute(pages, '/shared/:token', 'The page of a shared insight or dashboard', false),
  )
  await app.register(async (pages) =>
    pageRoute(
      pages,
      '/embedded/:token',
      'The page of a shared insight or dashboard, to embed in another page',
      true,
    ),
  )
}

/** By the schema of the one or the other, which knows their computed fields. */
const jsonOf = (found: Read, reply: FastifyReply): string =>
  'insight' in found
    ? reply.serializeInput(found.insight, INSIGHT_SCHEMA)
    : reply.serializeInput(found.dashboard, DASHBOARD_SCHEMA)

function pageOf(found: Read, reply: FastifyReply, token: string, isEmbedded: boolean): string {
  const json = jsonOf(found, reply)
  return 'insight' in found
    ? insightPage(found.insight, json, token, isEmbedded)
    : dashboardPage(found.dashboard, json, token, isEmbedded)
}

/** Pages and errors that allow no script, no request and no form. `ancestors` are the pages that may embed them. */
function secureShared(pages: FastifyInstance, ancestors: string): void {
  secure(pages, { ancestors, forms: "'none'" })
  pages.setErrorHandler((error, request, reply) => {
    const { status } = beginAnswer(error, request, reply)
    const page =
      status === 404
        ? messagePage('Not found', 'This link does not exist, or is no longer valid.')
        : messagePage('Not available', 'This page cannot be shown at the moment.')
    return reply.code(status).type(PAGE_TYPE).send(page)
  })
}
