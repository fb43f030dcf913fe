import type { FastifyInstance } from 'fastify'
import { InsightBody, InsightPageBody, InsightWrite } from '#contract/insight.ts'
import { InsightListQuery } from '#contract/insight-list.ts'
import { InsightReadQuery } from '#contract/insight-read.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import {
  type DashboardDeps,
  insightOnDashboard,
  overriddenInsight,
} from '#http/dashboards/dashboard-with-results.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { newShortId } from '#shared/secrets.ts'
import { parseFiltersOverride, toInsightFields } from './insight-input.ts'
import {
  findLiveInsight,
  type InsightDeps,
  insightWithResult,
  LAST_RESULT,
  placeOfInsight,
  type ResultOptions,
  withLastResults,
} from './insight-with-result.ts'
import { insightsAt } from './insights-with-results.ts'
import { listConditions } from './list-conditions.ts'
import { resultOptions } from './result-options.ts'
import { resultTable } from './result-table.ts'

const READ = { tag: 'insights', scope: 'insight:read' } as const
const WRITE = { tag: 'insights', scope: 'insight:write' } as const

/** `/insights/`: saved insights. */
export function insightRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  listRoute(app, deps)
  readRoute(app, deps)
  writeRoutes(app, deps)
}

function listRoute(app: FastifyInstance, deps: DashboardDeps): void {
  list(
    app,
    {
      get: '/insights/',
      call: 1,
      summary: 'List insights',
      ...READ,
      params: ProjectPath,
      query: InsightListQuery,
      answer: InsightPageBody,
      engine: 'computation',
      paging: counted,
      isCacheable: dependsOnMetadataOnly,
      config: { shared: 'list' },
    },
    async (request, place, reply) => {
      const project = projectOf(request)
      const { order, created_by, basic } = request.query
      if (created_by !== undefined) await requireUser(deps, created_by)
      const { count, taken, insights } = await deps.insights.list(
        project.id,
        listConditions(request.query, project, callerOf(request).userId, deps.clock()),
        { ...place, sort: order, withResults: !basic },
      )
      const results = basic
        ? await withLastResults(deps, insights, project.role, false)
        : await insightsAt(
            deps,
            insights.map((one) => placeOfInsight(deps, project, one)),
            resultOptions(request.query, reply),
            project.role,
          )
      return countedPage(place, count, results, taken)
    },
  )
}

// Dates may be relative to the clock, a refresh computes, and CSV has another body.
const dependsOnMetadataOnly = ({ date_from, date_to, refresh, format }: InsightListQuery): boolean =>
  date_from === undefined && date_to === undefined && (refresh ?? 'none') === 'none' && format !== 'csv'

function readRoute(app: FastifyInstance, deps: DashboardDeps): void {
  route(
    app,
    {
      get: '/insights/:id/',
      call: 4,
      summary: 'Get an insight with its result',
      ...READ,
      params: InsightPath,
      query: InsightReadQuery,
      answer: InsightBody,
      engine: 'computation',
      table: resultTable,
      config: { shared: 'insight' },
    },
    async (request, reply) => {
      const project = projectOf(request)
      const override = parseFiltersOverride(request.query.filters_override)
      const insight = await findLiveInsight(deps, project.id, request.params.id)
      const { from_dashboard: dashboardId } = request.query
      const tile =
        dashboardId === undefined ? null : await deps.dashboards.placeOf(project.id, dashboardId, insight.id)
      const read = (options: ResultOptions) => {
        if (tile !== null)
          return insightOnDashboard(deps, project, { insight, override, ...tile }, options, project.role)
        return override === undefined
          ? insightWithResult(deps, project, insight, options, project.role)
          : overriddenInsight(deps, project, { insight, override }, options, project.role)
      }
      // A table has nothing but the result, so that a missing one is computed.
      const whenMissing = request.query.format === 'csv' ? 'compute' : 'null'
      return read({ ...resultOptions(request.query, reply), whenMissing })
    },
  )
}

function writeRoutes(app: FastifyInstance, deps: InsightDeps): void {
  route(
    app,
    {
      post: '/insights/',
      call: 2,
      summary: 'Create an insight',
      ...WRITE,
      params: ProjectPath,
      query: Format,
      body: InsightWrite,
      answer: InsightBody,
      status: 201,
    },
    async (request) => {
      const project = projectOf(request)
      const fields = toInsightFields(request.body)
      const insight = await deps.insights.create(writingOf(request, deps), newShortId(), fields)
      return insightWithResult(deps, project, insight, LAST_RESULT, project.role)
    },
  )
  route(
    app,
    {
      patch: '/insights/:id/',
      put: '/insights/:id/',
      call: 5,
      summary: 'Change, delete or restore an insight',
      ...WRITE,
      params: InsightPath,
      query: Format,
      body: InsightWrite,
      answer: InsightBody,
    },
    async (request) => {
      const project = projectOf(request)
      const change = toInsightFields(request.body)
      const updated = await deps.insights.update(writingOf(request, deps), request.params.id, change)
      if (updated === null) throw notFound()
      return insightWithResult(deps, project, updated, LAST_RESULT, project.role)
    },
  )
  neverDeleted(app, { delete: '/insights/:id/', call: 6, ...WRITE, params: InsightPath })
}

async function requireUser({ users }: InsightDeps, id: number): Promise<void> {
  const known = await users.byIds([id])
  if (!known.has(id)) throw invalid('invalid_choice', `There is no user ${id}.`, 'created_by')
}
