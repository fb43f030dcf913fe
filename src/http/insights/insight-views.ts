import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { InsightBody } from '#contract/insight.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { Format, FormatQuery } from '#contract/text.ts'
import { ViewedInsights } from '#contract/view.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { InsightViewStore } from '#metadata/insights/insight-view-store.ts'
import { AS_IT_IS, bodiesOf, type InsightReadDeps, liveInsight, readInsight } from './read-insight.ts'

interface InsightViewDeps extends InsightReadDeps {
  readonly views: InsightViewStore
}

const LAST_VIEWED = 5
const VIEW = { tag: 'insights', scope: 'insight:read' } as const

/** Which insights a user has viewed. */
export function insightViewRoutes(app: FastifyInstance, deps: InsightViewDeps): void {
  route(
    app,
    {
      post: '/insights/:id/viewed/',
      call: 8,
      summary: 'Note that an insight was viewed',
      ...VIEW,
      params: InsightPath,
      query: Format,
      body: z.unknown().describe('Ignored.'),
      answer: InsightBody,
    },
    async (request) => {
      const project = projectOf(request)
      const insight = await liveInsight(deps, project.id, request.params.id)
      await deps.views.record(project.id, callerOf(request).userId, [insight.id], deps.clock())
      return readInsight(deps, project, insight, AS_IT_IS, project.role)
    },
  )
  route(
    app,
    {
      post: '/insights/viewed/',
      summary: 'Note that several insights were viewed',
      ...VIEW,
      params: ProjectPath,
      body: ViewedInsights,
      answer: z.undefined().describe('Kept. Insights that are unknown here are left out.'),
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
      summary: 'The insights you viewed last',
      ...VIEW,
      params: ProjectPath,
      query: FormatQuery,
      answer: z.array(InsightBody).describe('The newest view first.'),
    },
    async (request) => {
      const project = projectOf(request)
      const ids = await deps.views.lastViewed(project.id, callerOf(request).userId, LAST_VIEWED)
      const insights = await deps.insights.byIds(project.id, ids)
      const found = ids.map((id) => insights.get(id)).filter((insight) => insight !== undefined)
      return bodiesOf(deps, found, project.role)
    },
  )
}
