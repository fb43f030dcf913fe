import type { FastifyInstance } from 'fastify'
import { InsightBody, InsightPageBody, InsightWrite } from '#contract/insight.ts'
import { InsightListQuery } from '#contract/insight-list.ts'
import { InsightReadQuery } from '#contract/insight-read.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { isCsvAsked, tableFile } from '#http/server/csv/send-csv.ts'
import { list } from '#http/server/list.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import type { DashboardStore } from '#metadata/dashboards/dashboard-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { MembersProject } from '#metadata/projects/project-store.ts'
import { notFound } from '#shared/request-error.ts'
import { newShortId } from '#shared/secrets.ts'
import { type AskedOverride, overridden, parseOverride } from './asked-override.ts'
import { withFiltersLeftOut } from './insight-body.ts'
import { toInsightFields } from './insight-input.ts'
import { placeOnDashboard } from './insight-on-dashboard.ts'
import {
  bodyOf,
  findLiveInsight,
  type InsightDeps,
  type InsightPlace,
  insightAt,
  insightWithLastResult,
  placeOfInsight,
  withLastResults,
} from './insight-with-result.ts'
import { insightsAt } from './insights-with-results.ts'
import { listConditions } from './list-conditions.ts'
import { resultOptions } from './result-options.ts'
import { resultTable } from './result-table.ts'

const READ = { tag: 'insights', scope: 'insight:read' } as const
const WRITE = { tag: 'insights', scope: 'insight:write' } as const

interface InsightRouteDeps extends InsightDeps {
  readonly dashboards: Pick<DashboardStore, 'placeOf'>
}

/** Registers `/insights/`: saved insights. */
export function insightRoutes(app: FastifyInstance, deps: InsightRouteDeps): void {
  listRoute(app, deps)
  readRoute(app, deps)
  writeRoutes(app, deps)
}

function listRoute(app: FastifyInstance, deps: InsightDeps): void {
  list(
    app,
    {
      get: '/insights/',
      call: 1,
      summary: 'List insights',
      example: { query: { search: 'sign' } },
      ...READ,
      params: ProjectPath,
      query: InsightListQuery,
      answer: InsightPageBody,
      engine: 'computation',
      paging: counted,
      isCacheable: dependsOnMetadataOnly,
      config: { shared: 'list' },
    },
    async (request, position, reply) => {
      const project = projectOf(request)
      const { order, basic, include_dashboards } = request.query
      const override = parseOverride({ variables_override: request.query.variables_override })
      const { count, taken, insights } = await deps.insights.list(
        project.id,
        listConditions(request.query, project, callerOf(request).userId, deps.clock()),
        { ...position, sort: order, withResults: !basic },
      )
      const results = basic
        ? await withLastResults(deps, insights, project, false)
        : await insightsAt(
            deps,
            insights.map((one) => placeOf(deps, project, one, override)),
            resultOptions(request.query, reply),
            project,
          )
      const bodies = results.map((body, i) => withFiltersLeftOut(body, insights[i] as Insight))
      const shown = include_dashboards === false ? bodies.map(withoutDashboards) : bodies
      return countedPage(position, count, shown, taken)
    },
  )
}

/**
 * Returns the place of an insight that is shown by itself. If there is an override, it is applied to the
 * question for this request only.
 */
function placeOf(
  deps: InsightDeps,
  project: QuestionProject,
  insight: Insight,
  override: AskedOverride | undefined,
): InsightPlace {
  const asked = override === undefined ? insight : overridden(insight, override)
  if (asked === insight) return placeOfInsight(deps, project, insight)
  // The override changes the question, so the result is not stored as the insight's own.
  return { project, insight: asked, point: async () => undefined }
}

const withoutDashboards = (body: InsightBody): InsightBody => ({
  ...body,
  dashboards: [],
  dashboard_tiles: [],
})

// Returns whether the response to a query may be cached. A query with dates may not, because dates may be
// relative to now. A query with a refresh may not, because it computes. CSV may not, because its body
// differs.
const dependsOnMetadataOnly = (query: InsightListQuery): boolean =>
  [query.date_from, query.date_to, query.created_date_from, query.created_date_to].every(
    (date) => date === undefined,
  ) &&
  ['none', 'force_cache'].includes(query.refresh?.mode ?? 'none') &&
  query.format !== 'csv'

function readRoute(app: FastifyInstance, deps: InsightRouteDeps): void {
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
      config: { shared: 'insight' },
    },
    async (request, reply) => {
      const project = projectOf(request)
      const override = parseOverride(request.query)
      const insight = await findLiveInsight(deps, project.id, request.params.id)
      const { from_dashboard: dashboardId } = request.query
      const tile =
        dashboardId === undefined ? null : await deps.dashboards.placeOf(project.id, dashboardId, insight.id)
      const place =
        tile === null
          ? placeOf(deps, project, insight, override)
          : placeOnDashboard(deps, project, { insight, override, ...tile })
      const options = resultOptions(request.query, reply)
      if (isCsvAsked(request.query)) {
        // A table needs a result, so a missing result is computed.
        const { result } = await insightAt(deps, place, { ...options, whenMissing: 'compute' })
        return reply.send(tableFile(request, reply, resultTable(result)))
      }
      const body = withFiltersLeftOut(await bodyOf(await insightAt(deps, place, options), project), insight)
      return tile === null ? body : { ...body, color: tile.tile.color, layouts: tile.tile.layouts }
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
      example: {
        body: {
          name: 'Sign-ups by week',
          saved: true,
          query: {
            kind: 'InsightVizNode',
            source: {
              kind: 'TrendsQuery',
              series: [{ kind: 'EventsNode', event: 'signed up' }],
              interval: 'week',
              dateRange: { date_from: '-90d' },
            },
          },
        },
      },
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
      return written(deps, project, insight)
    },
  )
  route(
    app,
    {
      patch: '/insights/:id/',
      put: '/insights/:id/',
      call: 5,
      summary: 'Change, delete or restore an insight',
      example: { body: { name: 'Sign-ups', tags: ['growth'] } },
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
      return written(deps, project, updated)
    },
  )
  neverDeleted(app, { delete: '/insights/:id/', noun: 'an insight', call: 6, ...WRITE, params: InsightPath })
}

/** Returns the body of an insight that a request has created or changed, with its last result. */
const written = async (deps: InsightDeps, project: MembersProject, insight: Insight): Promise<InsightBody> =>
  withFiltersLeftOut(await insightWithLastResult(deps, project, insight), insight)
