import type { FastifyInstance } from 'fastify'
import {
  DashboardBody,
  DashboardChange,
  DashboardCreate,
  DashboardListQuery,
  DashboardPageBody,
  DashboardReadQuery,
} from '#contract/dashboard.ts'
import { DashboardTileBody, TileCreate } from '#contract/dashboard-tile.ts'
import { DashboardPath, ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { parseOverride } from '#http/insights/asked-override.ts'
import { LAST_RESULT } from '#http/insights/insight-with-result.ts'
import { resultOptions } from '#http/insights/result-options.ts'
import { callerOf, projectOf, requireScope } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import { notFound } from '#shared/request-error.ts'
import { toDashboardListItem } from './dashboard-body.ts'
import { checkFilters, fieldsOf, requireInsightsOf } from './dashboard-input.ts'
import { type DashboardDeps, dashboardWithResults, findLiveDashboard } from './dashboard-with-results.ts'

const READ = { tag: 'dashboards', scope: 'dashboard:read' } as const
const WRITE = { tag: 'dashboards', scope: 'dashboard:write' } as const

/** Registers `/dashboards/`: insights on one page, with filters for all of them. */
export function dashboardRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  list(
    app,
    {
      get: '/dashboards/',
      summary: 'List dashboards',
      ...READ,
      params: ProjectPath,
      query: DashboardListQuery,
      answer: DashboardPageBody,
      paging: counted,
    },
    async (request, position) => {
      const { search, pinned, deleted, order: isLastFirst } = request.query
      const project = projectOf(request)
      const { count, dashboards } = await deps.dashboards.list(project.id, {
        ...position,
        search,
        pinned,
        deleted,
        isLastFirst,
      })
      const users = await deps.users.byIds([...new Set(dashboards.map((one) => one.createdBy))])
      const results = dashboards.map((one) => toDashboardListItem(one, users, project))
      return countedPage(position, count, results)
    },
  )
  route(
    app,
    {
      get: '/dashboards/:id/',
      summary: 'Get a dashboard with its insights',
      ...READ,
      params: DashboardPath,
      query: DashboardReadQuery,
      answer: DashboardBody,
      engine: 'computation',
      config: { shared: 'dashboard' },
    },
    async (request, reply) => {
      const project = projectOf(request)
      const override = parseOverride(request.query)
      const dashboard = await findLiveDashboard(deps, project.id, request.params.id)
      const options = resultOptions(request.query, reply)
      return dashboardWithResults(deps, project, dashboard, options, project, override)
    },
  )
  writeRoutes(app, deps)
}

function writeRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  route(
    app,
    {
      post: '/dashboards/',
      summary: 'Create or copy a dashboard',
      example: { body: { name: 'Growth', description: 'Read on Mondays.' } },
      ...WRITE,
      params: ProjectPath,
      query: Format,
      body: DashboardCreate,
      answer: DashboardBody,
      status: 201,
    },
    async (request) => {
      checkFilters(request.body)
      const { use_dashboard: dashboardId, duplicate_tiles: isDeep, ...body } = request.body
      const copyOf = typeof dashboardId === 'number' ? { dashboardId, withInsights: isDeep ?? false } : null
      if (copyOf?.withInsights) requireScope(callerOf(request), 'insight:write')
      requireInsightsOf(request, body)
      const dashboard = await deps.dashboards.create(writingOf(request, deps), fieldsOf(body), copyOf)
      const project = projectOf(request)
      return dashboardWithResults(deps, project, dashboard, LAST_RESULT, project)
    },
  )
  route(
    app,
    {
      patch: '/dashboards/:id/',
      put: '/dashboards/:id/',
      summary: 'Change, delete or restore a dashboard and its tiles',
      example: { body: { pinned: true } },
      ...WRITE,
      params: DashboardPath,
      query: Format,
      body: DashboardChange,
      answer: DashboardBody,
    },
    async (request) => {
      checkFilters(request.body)
      requireInsightsOf(request, request.body)
      const id = pathNumber(request.params.id)
      const updated = await deps.dashboards.update(writingOf(request, deps), id, fieldsOf(request.body))
      if (updated === null) throw notFound()
      const project = projectOf(request)
      return dashboardWithResults(deps, project, updated, LAST_RESULT, project)
    },
  )
  neverDeleted(app, { delete: '/dashboards/:id/', noun: 'a dashboard', ...WRITE, params: DashboardPath })
  newTileRoute(app, deps)
}

function newTileRoute(app: FastifyInstance, deps: DashboardDeps): void {
  route(
    app,
    {
      post: '/dashboards/:id/tiles/',
      summary: 'Put an insight or a text on a dashboard',
      example: { body: { text: { body: '# Growth' } } },
      ...WRITE,
      params: DashboardPath,
      query: Format,
      body: TileCreate,
      answer: DashboardTileBody,
      status: 201,
    },
    async (request) => {
      const tile = request.body
      requireInsightsOf(request, { tiles: [tile] })
      const id = pathNumber(request.params.id)
      const updated = await deps.dashboards.update(writingOf(request, deps), id, { tiles: [tile] })
      if (updated === null) throw notFound()
      const project = projectOf(request)
      const { tiles } = await dashboardWithResults(deps, project, updated, LAST_RESULT, project)
      const { of } = tile
      const added =
        'insightId' in of ? tiles.find(({ insight }) => insight?.id === of.insightId) : tiles.at(-1)
      if (added === undefined) throw notFound()
      return added
    },
  )
}
