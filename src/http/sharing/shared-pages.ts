import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DashboardBody } from '#contract/dashboard.ts'
import { ErrorBody } from '#contract/error-body.ts'
import { InsightBody } from '#contract/insight.ts'
import { SharedPath } from '#contract/paths.ts'
import type { SharedRange } from '#contract/shared-range.ts'
import type { ShownInsight } from '#http/insights/insight-with-result.ts'
import { tableFile } from '#http/server/csv/send-csv.ts'
import { beginAnswer } from '#http/server/errors.ts'
import { messagePage } from '#http/server/page/document.ts'
import {
  hideFromThirdParties,
  PAGE_TYPE,
  type PageRights,
  scriptedPolicy,
  secure,
} from '#http/server/page/protect-page.ts'
import { route } from '#http/server/route.ts'
import type { SharedScript } from '#http/web/shared-script.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { Picture } from '#insights/kind/picture.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import { notFound } from '#shared/request-error.ts'
import { dashboardPage } from './page/dashboard-page.ts'
import { insightPage, type PageContent } from './page/page.ts'
import type { SharedPlacing } from './page/page-parts.ts'
import { SharedCsvQuery, sharedTable } from './shared-csv.ts'
import {
  dashboardForVisitors,
  findSharedDashboard,
  type SharedDashboardDeps,
  type ShownDashboard,
  visitorsDashboardBody,
} from './shared-dashboard.ts'
import { rangeOf, SharedDates } from './shared-dates.ts'
import { findSharedInsight, shownToVisitors, visitorsBody } from './shared-insight.ts'
import { nodesOfFilters } from './shared-nodes.ts'

type Schema = Record<string, unknown>
/** The types of Fastify require a schema to be a plain object. */
const INSIGHT_SCHEMA = InsightBody as object as Schema
const DASHBOARD_SCHEMA = DashboardBody as object as Schema
const SharedBody = z.union([InsightBody, DashboardBody])
const OPEN = { tag: 'sharing', isOpen: true, params: SharedPath, query: SharedDates } as const
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })
/** The HTML pages that are sent for errors. */
const PAGE_ERRORS = {
  400: page('The request has a range of dates that links do not have.'),
  403: page('The link does not allow other dates.'),
  404: page('The link is unknown or disabled, or what it shows is deleted.'),
  500: page('The insight or dashboard cannot be shown.'),
  503: page('The insight or dashboard cannot be shown now.'),
  504: page('The query took too long.'),
}

type Read = ({ readonly insight: ShownInsight } | { readonly dashboard: ShownDashboard }) & {
  readonly project: Project
  readonly mayChangeDates: boolean
  /** The range that the visitor chose; null for the dates that the owner chose. */
  readonly range: SharedRange | null
}
type SharedRequest = FastifyRequest<{
  Params: z.output<typeof SharedPath>
  Querystring: z.output<typeof SharedDates>
}>

/**
 * Registers `/shared/:token` and `/embedded/:token`, the pages of shared insights and dashboards. They need
 * no key. Each page shows its content even without a script. If there is a `script`, it replaces the
 * content with the charts that the page of the project draws.
 */
export async function sharedPageRoutes(
  app: FastifyInstance,
  deps: SharedDashboardDeps,
  script: SharedScript | null,
): Promise<void> {
  const read = async ({ params, query }: SharedRequest, reply: FastifyReply): Promise<Read> => {
    const insight = await findSharedInsight(deps, params.token)
    if (insight !== null) {
      const { project, mayChangeDates } = insight
      const range = rangeOf(query, insight)
      const shown = await shownToVisitors(deps, insight, reply, range)
      return { insight: shown, project, mayChangeDates, range }
    }
    const dashboard = await findSharedDashboard(deps, params.token)
    if (dashboard === null) throw notFound()
    const { project, mayChangeDates } = dashboard
    const range = rangeOf(query, dashboard)
    const shown = await dashboardForVisitors(deps, dashboard, reply, range)
    return { dashboard: shown, project, mayChangeDates, range }
  }
  app.addHook('onRequest', hideFromThirdParties)
  route(
    app,
    {
      get: '/shared/:token.json',
      summary: 'Get a shared insight or dashboard as JSON',
      ...OPEN,
      answer: SharedBody,
      engine: 'query',
      responses: { 400: ErrorBody, 403: ErrorBody, 404: ErrorBody },
    },
    async (request, reply) => {
      const json = jsonOf(await bodyIn(await read(request, reply)), reply)
      return reply.type('application/json; charset=utf-8').send(json)
    },
  )
  route(
    app,
    {
      get: '/shared/:token.csv',
      summary: 'Get the table of a shared insight or tile, as CSV',
      ...OPEN,
      query: SharedCsvQuery,
      answer: { description: 'The table.', content: { 'text/csv': { schema: z.string() } } },
      engine: 'query',
      responses: { 400: ErrorBody, 403: ErrorBody, 404: ErrorBody },
    },
    async (request, reply) =>
      reply.send(tableFile(request, reply, sharedTable(await read(request, reply), request.query.tile))),
  )
  const pageRoute = (pages: FastifyInstance, path: string, summary: string, isEmbedded: boolean) => {
    const rights: PageRights = { ancestors: isEmbedded ? '*' : "'none'", forms: "'none'" }
    secureShared(pages, rights)
    route(
      pages,
      { get: path, summary, ...OPEN, answer: page('The insight or dashboard.'), responses: PAGE_ERRORS },
      async (request, reply) => {
        const { token } = request.params
        const found = await read(request, reply)
        const { range, mayChangeDates } = found
        const nonce = randomBytes(16).toString('base64')
        if (script !== null) reply.header('Content-Security-Policy', scriptedPolicy(rights, nonce))
        const body = await bodyIn(found)
        const nodes = nodesOfFilters(insightsOf(body))
        const placing = { token, isEmbedded, range, mayChangeDates, script, nonce, nodes }
        return reply.type(PAGE_TYPE).send(pageOf(body, picturesIn(found), reply, placing))
      },
    )
  }
  await app.register(async (pages) =>
    pageRoute(pages, '/shared/:token', 'Get the page of a shared insight or dashboard', false),
  )
  await app.register(async (pages) =>
    pageRoute(
      pages,
      '/embedded/:token',
      'Get the page of a shared insight or dashboard, to embed in another page',
      true,
    ),
  )
}

type Body = { readonly insight: InsightBody } | { readonly dashboard: DashboardBody }

const bodyIn = async (found: Read): Promise<Body> =>
  'insight' in found
    ? { insight: await visitorsBody(found.insight, found.project) }
    : { dashboard: await visitorsDashboardBody(found.dashboard, found.project) }

/** Returns the pictures of the insights by their ids. The picture of an insight without a result is null. */
function picturesIn(found: Read): PageContent<unknown>['pictures'] {
  const shown = 'insight' in found ? [found.insight] : [...found.dashboard.insights.values()]
  return new Map(shown.map(({ insight, result }) => [insight.id, pictureOf(result)]))
}

const pictureOf = (result: CachedResult | null): Picture =>
  result === null ? null : kindOf(result.query).picture(result.query, result.answer)

/**
 * Writes the body as JSON with the schema of an insight or of a dashboard. The schema is needed because only
 * it says which fields are computed.
 */
const jsonOf = (body: Body, reply: FastifyReply): string =>
  'insight' in body
    ? reply.serializeInput(body.insight, INSIGHT_SCHEMA)
    : reply.serializeInput(body.dashboard, DASHBOARD_SCHEMA)

const insightsOf = (body: Body): readonly InsightBody[] =>
  'insight' in body ? [body.insight] : body.dashboard.tiles.flatMap(({ insight }) => insight ?? [])

function pageOf(
  body: Body,
  pictures: PageContent<unknown>['pictures'],
  reply: FastifyReply,
  placing: SharedPlacing,
): string {
  const json = jsonOf(body, reply)
  return 'insight' in body
    ? insightPage({ body: body.insight, json, pictures }, placing)
    : dashboardPage({ body: body.dashboard, json, pictures }, placing)
}

/**
 * Gives pages and errors a policy that allows no script, no request and no form. Errors are sent as HTML
 * pages. If a page has a script, its route replaces the policy afterwards.
 */
function secureShared(pages: FastifyInstance, rights: PageRights): void {
  secure(pages, rights)
  pages.setErrorHandler((error, request, reply) => {
    const { status, body } = beginAnswer(error, request, reply)
    const page =
      status === 404
        ? messagePage('Not found', 'This link does not exist, or is no longer valid.')
        : status < 500
          ? messagePage('Not possible', body.detail)
          : messagePage('Not available', 'This page cannot be shown at the moment.')
    return reply.code(status).type(PAGE_TYPE).send(page)
  })
}
