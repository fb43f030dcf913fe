import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { computationErrors, errorResponses, unreadErrors } from '#contract/error-body.ts'
import { InsightBody, InsightPageBody, InsightWrite } from '#contract/insight.ts'
import { InsightListQuery } from '#contract/insight-list.ts'
import { InsightQuery } from '#contract/insight-read.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { type DashboardReadDeps, readOnDashboard, readOverridden } from '#http/dashboards/read-dashboard.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { resultTable } from '#http/server/csv/result-table.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { pageLinks } from '#http/server/page-links.ts'
import { writingOf } from '#http/server/writing.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { newShortId } from '#shared/secrets.ts'
import { parseFiltersOverride, toInsightFields } from './insight-input.ts'
import { listConditions } from './list-conditions.ts'
import {
  AS_IT_IS,
  bodiesOf,
  type InsightReadDeps,
  liveInsight,
  type ReadOptions,
  readInsight,
} from './read-insight.ts'
import { readEach } from './read-many.ts'
import { readOptions } from './read-options.ts'

const SUMMARY = { tags: ['insights'] }

/**
 * Calls 1, 2, 4, 5 and 6.
 */
export function insightRoutes(deps: DashboardReadDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(readRoutes(deps))
    await app.register(writeRoutes(deps))
  }
}

function readRoutes(deps: DashboardReadDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/insights/',
      {
        config: { scope: 'insight:read', shared: 'list', isKept: true },
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          querystring: InsightListQuery,
          response: { 200: InsightPageBody, ...computationErrors },
        },
      },
      async (request, reply) => {
        const project = projectOf(request)
        const { limit, offset, order, created_by, basic } = request.query
        if (created_by !== undefined) await requireUser(deps, created_by)
        const { count, taken, insights } = await deps.insights.list(
          project.id,
          listConditions(request.query, project, callerOf(request).userId, deps.clock()),
          { limit, offset, sort: order, withAnswers: !basic },
        )
        const options = readOptions(request.query, reply)
        const results =
          basic || options.refresh === 'none'
            ? await bodiesOf(deps, insights, project.role, !basic)
            : await readEach(insights, options, (one, asked) =>
                readInsight(deps, project, one, asked, project.role),
              )
        return { count, ...pageLinks(request, { limit, offset, count, taken }), results }
      },
    )
    app.get(
      '/insights/:id/',
      {
        config: { scope: 'insight:read', shared: 'insight', csv: resultTable },
        schema: {
          ...SUMMARY,
          params: InsightPath,
          querystring: InsightQuery,
          response: { 200: InsightBody, ...computationErrors },
        },
      },
      async (request, reply) => {
        const project = projectOf(request)
        const override = parseFiltersOverride(request.query.filters_override)
        const insight = await liveInsight(deps, project.id, request.params.id)
        const { from_dashboard: dashboardId } = request.query
        const tile =
          dashboardId === undefined
            ? null
            : await deps.dashboards.placeOf(project.id, dashboardId, insight.id)
        const read = (options: ReadOptions) => {
          if (tile !== null)
            return readOnDashboard(deps, project, { insight, override, ...tile }, options, project.role)
          return override === undefined
            ? readInsight(deps, project, insight, options, project.role)
            : readOverridden(deps, project, { insight, override }, options, project.role)
        }
        // A table is nothing but the result, so a missing one is computed for it.
        const whenMissing = request.query.format === 'csv' ? 'compute' : 'null'
        return read({ ...readOptions(request.query, reply), whenMissing })
      },
    )
  }
}

function writeRoutes(deps: InsightReadDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/insights/',
      {
        config: { scope: 'insight:write' },
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          querystring: Format,
          body: InsightWrite,
          response: { 201: InsightBody, ...errorResponses },
        },
      },
      async (request, reply) => {
        const insight = await deps.insights.create(
          writingOf(request, deps),
          newShortId(),
          toInsightFields(request.body),
        )
        return reply
          .code(201)
          .send(await readInsight(deps, projectOf(request), insight, AS_IT_IS, projectOf(request).role))
      },
    )
    app.route({
      method: ['PATCH', 'PUT'],
      url: '/insights/:id/',
      config: { scope: 'insight:write' },
      schema: {
        ...SUMMARY,
        params: InsightPath,
        querystring: Format,
        body: InsightWrite,
        response: { 200: InsightBody, ...errorResponses },
      },
      handler: async (request) => {
        const change = toInsightFields(request.body)
        const updated = await deps.insights.update(writingOf(request, deps), request.params.id, change)
        if (updated === null) throw notFound()
        return readInsight(deps, projectOf(request), updated, AS_IT_IS, projectOf(request).role)
      },
    })
    app.delete(
      '/insights/:id/',
      {
        config: { scope: 'insight:write' },
        onRequest: neverDeleted,
        schema: {
          ...SUMMARY,
          params: InsightPath,
          response: { 405: z.undefined().describe('Set `deleted` by PATCH instead.'), ...unreadErrors },
        },
      },
      // The hook has answered.
      async () => undefined,
    )
  }
}

async function requireUser({ users }: InsightReadDeps, id: number): Promise<void> {
  const known = await users.byIds([id])
  if (!known.has(id)) throw invalid('invalid_choice', `There is no user ${id}.`, 'created_by')
}
