import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  DashboardBody,
  DashboardChange,
  DashboardCreate,
  DashboardListQuery,
  DashboardPage,
  DashboardPath,
  type DashboardWrite,
} from '#contract/dashboard.ts'
import { computationErrors, errorResponses, unreadErrors } from '#contract/error-body.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { ProjectPath } from '#contract/paths.ts'
import { AskParameters } from '#contract/refresh.ts'
import { Format } from '#contract/text.ts'
import { AS_IT_IS } from '#http/insights/read-insight.ts'
import { readOptions } from '#http/insights/read-options.ts'
import { callerOf, projectOf, requireScope } from '#http/server/authenticate.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { pageLinks } from '#http/server/page-links.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { writingOf } from '#http/server/writing.ts'
import type { DashboardChange as StoredChange } from '#metadata/dashboards/dashboard-store.ts'
import { checkDashboardFilters } from '#query/override.ts'
import { invalid, notFound, RequestError } from '#shared/request-error.ts'
import { toDashboardListItem } from './dashboard-body.ts'
import { type DashboardReadDeps, liveDashboard, readDashboard } from './read-dashboard.ts'

const SUMMARY = { tags: ['dashboards'] }

// A dashboard shows the insights that are put on it, to whoever put them there as well.
function requireInsightsOf(request: FastifyRequest, { tiles }: Pick<DashboardWrite, 'tiles'>): void {
  if (tiles?.some(({ of }) => 'insightId' in of)) requireScope(callerOf(request), 'insight:read')
}

const ReadQuery = knownParameters({ ...Format.shape, ...AskParameters })

/** `dashboards/`: insights side by side, with filters for all of them. */
export function dashboardRoutes(deps: DashboardReadDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(readRoutes(deps))
    await app.register(writeRoutes(deps))
  }
}

function readRoutes(deps: DashboardReadDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/dashboards/',
      {
        config: { scope: 'dashboard:read' },
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          querystring: DashboardListQuery,
          response: { 200: DashboardPage, ...errorResponses },
        },
      },
      async (request) => {
        const { limit, offset, search, pinned } = request.query
        const page = { limit, offset, search, pinned }
        const { count, dashboards } = await deps.dashboards.list(projectOf(request).id, page)
        const users = await deps.users.byIds([...new Set(dashboards.map((one) => one.createdBy))])
        return {
          count,
          ...pageLinks(request, { limit, offset, count }),
          results: dashboards.map((one) => toDashboardListItem(one, users, projectOf(request))),
        }
      },
    )
    app.get(
      '/dashboards/:id/',
      {
        config: { scope: 'dashboard:read' },
        schema: {
          ...SUMMARY,
          params: DashboardPath,
          querystring: ReadQuery,
          response: { 200: DashboardBody, ...computationErrors },
        },
      },
      async (request, reply) => {
        const project = projectOf(request)
        const dashboard = await liveDashboard(deps, project.id, request.params.id)
        const options = readOptions(request.query, reply)
        return readDashboard(deps, project, dashboard, options, projectOf(request).role)
      },
    )
  }
}

function writeRoutes(deps: DashboardReadDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/dashboards/',
      {
        config: { scope: 'dashboard:write' },
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          querystring: Format,
          body: DashboardCreate,
          response: { 201: DashboardBody, ...errorResponses },
        },
      },
      async (request, reply) => {
        checkFilters(request.body)
        const { use_dashboard: dashboardId, duplicate_tiles: isDeep, ...body } = request.body
        const copyOf = typeof dashboardId === 'number' ? { dashboardId, withInsights: isDeep ?? false } : null
        if (copyOf?.withInsights) requireScope(callerOf(request), 'insight:write')
        requireInsightsOf(request, body)
        const dashboard = await deps.dashboards.create(writingOf(request, deps), fieldsOf(body), copyOf)
        return reply
          .code(201)
          .send(await readDashboard(deps, projectOf(request), dashboard, AS_IT_IS, projectOf(request).role))
      },
    )
    app.route({
      method: ['PATCH', 'PUT'],
      url: '/dashboards/:id/',
      config: { scope: 'dashboard:write' },
      schema: {
        ...SUMMARY,
        params: DashboardPath,
        querystring: Format,
        body: DashboardChange,
        response: { 200: DashboardBody, ...errorResponses },
      },
      handler: async (request) => {
        checkFilters(request.body)
        requireInsightsOf(request, request.body)
        const id = pathNumber(request.params.id)
        const updated = await deps.dashboards.update(writingOf(request, deps), id, fieldsOf(request.body))
        if (updated === null) throw notFound()
        return readDashboard(deps, projectOf(request), updated, AS_IT_IS, projectOf(request).role)
      },
    })
    app.delete(
      '/dashboards/:id/',
      {
        config: { scope: 'dashboard:write' },
        onRequest: neverDeleted,
        schema: {
          ...SUMMARY,
          params: DashboardPath,
          response: { 405: z.undefined().describe('Set `deleted` by PATCH instead.'), ...unreadErrors },
        },
      },
      // The hook has answered.
      async () => undefined,
    )
  }
}

// A field that was not sent has to be absent: one that is undefined would overwrite the stored value.
const fieldsOf = (body: DashboardWrite): StoredChange =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

/** @throws RequestError for filters that no insight could be asked with. */
function checkFilters({ filters }: DashboardWrite): void {
  try {
    if (filters !== undefined) checkDashboardFilters(filters)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw invalid(error.code, error.message, ['filters', error.attr].filter(Boolean).join('__'))
  }
}
