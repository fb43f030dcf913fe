import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { InsightBody, TrendingBody, TrendingQuery, ViewedInsights } from '#contract/insight.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { Format, FormatQuery } from '#contract/text.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { InsightViewStore } from '#metadata/insights/insight-view-store.ts'
import {
  findLiveInsight,
  type InsightDeps,
  insightWithLastResult,
  withLastResults,
} from './insight-with-result.ts'

interface InsightViewDeps extends InsightDeps {
  readonly views: InsightViewStore
}

const LAST_VIEWED = 5
const VIEW = { tag: 'insights', scope: 'insight:read' } as const

/**
 * Registers three calls: one records that a user has viewed an insight, one lists the insights that the
 * user has viewed, and one lists the insights with the most viewers lately.
 */
export function insightViewRoutes(app: FastifyInstance, deps: InsightViewDeps): void {
  route(
    app,
    {
      post: '/insights/:id/viewed/',
      call: 8,
      summary: 'Mark an insight as viewed',
      example: { body: {} },
      ...VIEW,
      params: InsightPath,
      query: Format,
      body: z.unknown().describe('Ignored.'),
      answer: InsightBody,
    },
    async (request) => {
      const project = projectOf(request)
      const insight = await findLiveInsight(deps, project.id, request.params.id)
      await deps.views.record(project.id, callerOf(request).userId, [insight.id], deps.clock())
      return insightWithLastResult(deps, project, insight)
    },
  )
  route(
    app,
    {
      post: '/insights/viewed/',
      summary: 'Mark several insights as viewed',
      example: { body: { insight_ids: [1] } },
      ...VIEW,
      params: ProjectPath,
      body: ViewedInsights,
      answer: z
        .undefined()
        .describe('The views are stored. Insights that are not in the project are ignored.'),
      status: 201,
    },
    async (request) => {
      const ids = request.body.insight_ids
      await deps.views.record(projectOf(request).id, callerOf(request).userId, ids, deps.clock())
      return undefined
    },
  )
  route(
    app,
    {
      get: '/insights/my_last_viewed/',
      call: 15,
      summary: 'List the insights that you viewed last',
      ...VIEW,
      params: ProjectPath,
      query: FormatQuery,
      answer: z.array(InsightBody).describe('The insights, the last viewed first.'),
    },
    async (request) => {
      const project = projectOf(request)
      const ids = await deps.views.lastViewed(project.id, callerOf(request).userId, LAST_VIEWED)
      const insights = await deps.insights.byIds(project.id, ids)
      const found = ids.map((id) => insights.get(id)).filter((insight) => insight !== undefined)
      return withLastResults(deps, found, project)
    },
  )
  trendingRoute(app, deps)
}

const DAY_MS = 86_400_000

function trendingRoute(app: FastifyInstance, deps: InsightViewDeps): void {
  route(
    app,
    {
      get: '/insights/trending/',
      summary: 'List the insights with the most viewers in the last days',
      ...VIEW,
      params: ProjectPath,
      query: TrendingQuery,
      answer: TrendingBody,
    },
    async (request) => {
      const project = projectOf(request)
      const { days, limit } = request.query
      const viewed = await deps.views.mostViewed(project.id, deps.clock() - days * DAY_MS, limit)
      const insights = await deps.insights.byIds(
        project.id,
        viewed.map(({ insightId }) => insightId),
      )
      const found = viewed.flatMap(({ insightId, viewers }) => {
        const insight = insights.get(insightId)
        return insight === undefined ? [] : [{ insight, viewers }]
      })
      const bodies = await withLastResults(
        deps,
        found.map(({ insight }) => insight),
        project,
      )
      const results = bodies.map((body, i) => ({ ...body, viewers: found[i]?.viewers ?? 0 }))
      return { count: results.length, next: null, previous: null, results }
    },
  )
}
