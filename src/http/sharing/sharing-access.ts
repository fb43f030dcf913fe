import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DashboardBody } from '#contract/dashboard.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { paging } from '#contract/paging.ts'
import { Format } from '#contract/text.ts'
import { isCsvAsked, tableFile } from '#http/server/csv/send-csv.ts'
import { counted, countedPage, withLinks } from '#http/server/paging.ts'
import { parseValue } from '#shared/parse-value.ts'
import { notFound } from '#shared/request-error.ts'
import { sharedTable } from './shared-csv.ts'
import {
  dashboardForVisitors,
  findSharedDashboard,
  type SharedDashboardDeps,
  visitorsDashboardBody,
} from './shared-dashboard.ts'
import { findSharedInsight, type SharedInsight, shownToVisitors, visitorsBody } from './shared-insight.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What the route sends if the request has a sharing token in place of a key: the insight, a list with
     * only this insight, or the dashboard.
     */
    shared?: 'insight' | 'list' | 'dashboard'
  }
}

const ListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  short_id: z.string().optional(),
  sharing_access_token: z.string(),
})

/**
 * Accepts a sharing token in place of a key on routes whose config has `shared`. The hook runs before the
 * authentication and sends the response itself. It sets neither a caller nor a project, so no other route
 * can accept such a token.
 */
export function acceptSharingTokens(app: FastifyInstance, deps: SharedDashboardDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    const { shared: form } = request.routeOptions.config
    const token = sharingTokenOf(request)
    if (form === undefined || token === null) return
    if (form === 'dashboard') return reply.send(await dashboardOf(deps, token, request, reply))
    const shared = await findSharedInsight(deps, token)
    if (shared === null || !isAskedFor(shared, request)) throw notFound()
    reply.header('Cache-Control', 'no-store')
    const show = () => shownToVisitors(deps, shared, reply)
    const read = async () => visitorsBody(await show(), shared.project)
    if (form === 'list') return reply.send(await listOf(request, shared, read))
    parseValue(Format, request.query)
    if (!isCsvAsked(request.query)) return reply.send(await read())
    return reply.send(tableFile(request, reply, sharedTable({ insight: await show() }, undefined)))
  })
}

// The parameters do not include filters: with other filters, the dashboard would show what its owner has
// not shared.
const DashboardQuery = knownParameters({ ...Format.shape, sharing_access_token: z.string() })

async function dashboardOf(
  deps: SharedDashboardDeps,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DashboardBody> {
  const shared = await findSharedDashboard(deps, token)
  const { project_id, id } = request.params as { project_id?: string; id?: string }
  const isAsked = project_id === String(shared?.project.id) && id === String(shared?.dashboard.id)
  if (shared === null || !isAsked) throw notFound()
  parseValue(DashboardQuery, request.query)
  reply.header('Cache-Control', 'no-store')
  return visitorsDashboardBody(await dashboardForVisitors(deps, shared, reply), shared.project)
}

/** Returns the sharing token of a request; null if the request has no sharing token, or has a key. */
function sharingTokenOf({ headers, query }: FastifyRequest): string | null {
  const { sharing_access_token: token } = query as Record<string, unknown>
  return headers.authorization === undefined && typeof token === 'string' ? token : null
}

function isAskedFor({ insight, project }: SharedInsight, { params }: FastifyRequest): boolean {
  const { project_id, id } = params as { project_id?: string; id?: string }
  const isInsight = id === undefined || id === String(insight.id) || id === insight.shortId
  return project_id === String(project.id) && isInsight
}

async function listOf<Body>(request: FastifyRequest, { insight }: SharedInsight, read: () => Promise<Body>) {
  const { limit, offset, short_id: shortId } = parseValue(ListQuery, request.query)
  const isListed = shortId === undefined || shortId === insight.shortId
  const results = isListed && offset === 0 ? [await read()] : []
  return withLinks(request, counted, countedPage({ limit, offset }, isListed ? 1 : 0, results))
}
