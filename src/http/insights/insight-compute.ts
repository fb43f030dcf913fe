import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { FunnelBody, FunnelRequest, TrendBody, TrendRequest } from '#contract/computation.ts'
import { computationErrors } from '#contract/error-body.ts'
import { ProjectPath } from '#contract/paths.ts'
import { AskParameters } from '#contract/refresh.ts'
import { Format } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { resultTable } from '#http/server/csv/result-table.ts'
import type { Answers } from '#insights/answers.ts'
import { readFunnelParameters, readTrendParameters } from '#query/flat-parameters.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { funnelItem, trendItems } from './answer-body.ts'
import { readOptions } from './read-options.ts'

const ROUTE = { config: { scope: 'insight:read', csv: resultTable } }
const SCHEMA = { tags: ['insights'], params: ProjectPath, querystring: Format.extend(AskParameters).loose() }

/** Calls 12 and 22: questions that are not saved. */
export function insightComputeRoutes(deps: { readonly answers: Answers }): FastifyPluginAsyncZod {
  const answerTo = async (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Parameters<typeof readOptions>[0],
    query: InsightQuery,
  ) => {
    const question = { project: projectOf(request), query }
    const { shown, isCached } = await deps.answers.answer(question, readOptions(asked, reply))
    const envelope = { is_cached: isCached, last_refresh: shown.refreshedAt, timezone: shown.timezone }
    return { envelope, answer: shown.answer }
  }
  return async (app) => {
    app.post(
      '/insights/trend/',
      {
        ...ROUTE,
        schema: { ...SCHEMA, body: TrendRequest, response: { 200: TrendBody, ...computationErrors } },
      },
      async (request, reply) => {
        const asked = { ...request.query, ...request.body }
        const query = readTrendParameters(asked)
        const { envelope, answer } = await answerTo(request, reply, asked, query)
        const series = answer.kind === 'trends' ? answer.series : []
        return { ...envelope, result: trendItems(query, series), next: null }
      },
    )
    app.post(
      '/insights/funnel/',
      {
        ...ROUTE,
        schema: { ...SCHEMA, body: FunnelRequest, response: { 200: FunnelBody, ...computationErrors } },
      },
      async (request, reply) => {
        const asked = { ...request.query, ...request.body }
        const query = readFunnelParameters(asked)
        const { envelope, answer } = await answerTo(request, reply, asked, query)
        const steps = answer.kind === 'funnels' ? answer.steps : []
        return {
          ...envelope,
          result: steps.map(funnelItem).map((item) => ({ ...item, order: String(item.order) })),
        }
      },
    )
  }
}
