import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { InsightBody } from '#contract/insight.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { InsightPath, ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { ViewedInsights } from '#contract/view.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import type { InsightViewStore } from '#metadata/insights/insight-view-store.ts'
import { AS_IT_IS, bodiesOf, type InsightReadDeps, liveInsight, readInsight } from './read-insight.ts'

interface InsightViewDeps extends InsightReadDeps {
  readonly views: InsightViewStore
}

const LAST_VIEWED = 5
const VIEW = { config: { scope: 'insight:read' } }
const SUMMARY = { tags: ['insights'] }

/** Calls 8 and 15: which insights a user looked at. */
export function insightViewRoutes(deps: InsightViewDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/insights/:id/viewed/',
      {
        ...VIEW,
        schema: {
          ...SUMMARY,
          params: InsightPath,
          querystring: Format,
          body: z.unknown().describe('Ignored.'),
          response: { 200: InsightBody, ...errorResponses },
        },
      },
      async (request) => {
        const project = projectOf(request)
        const insight = await liveInsight(deps, project.id, request.params.id)
        await deps.views.record(project.id, callerOf(request).userId, [insight.id], deps.clock())
        return readInsight(deps, project, insight, AS_IT_IS, projectOf(request).role)
      },
    )
    app.post(
      '/insights/viewed/',
      {
        ...VIEW,
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          body: ViewedInsights,
          response: {
            201: z.undefined().describe('Kept. Insights that are unknown here are left out.'),
            ...errorResponses,
          },
        },
      },
      async (request, reply) => {
        const ids = request.body.insight_ids
        await deps.views.record(projectOf(request).id, callerOf(request).userId, ids, deps.clock())
        return reply.code(201).send(undefined)
      },
    )
    app.get(
      '/insights/my_last_viewed/',
      {
        ...VIEW,
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          querystring: knownParameters(Format.shape),
          response: { 200: z.array(InsightBody).describe('The newest view first.'), ...errorResponses },
        },
      },
      async (request) => {
        const { id: projectId } = projectOf(request)
        const ids = await deps.views.lastViewed(projectId, callerOf(request).userId, LAST_VIEWED)
        const insights = await deps.insights.byIds(projectId, ids)
        return bodiesOf(
          deps,
          ids.map((id) => insights.get(id)).filter((insight) => insight !== undefined),
          projectOf(request).role,
        )
      },
    )
  }
}
