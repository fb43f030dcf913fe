import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Ask } from '../../insights/ask.ts'
import { readFunnelParameters, readTrendParameters } from '../../query/flat-parameters.ts'
import { FunnelParameters, TrendParameters } from '../../query/flat-schema.ts'
import { type Clock, isoInstant } from '../../shared/clock.ts'
import { funnelItem, trendItems } from '../answer-body.ts'
import { projectOf } from '../authenticate.ts'
import { FunnelBody, TrendBody } from '../contract/computation.ts'
import { errorResponses } from '../contract/error-body.ts'
import { ProjectPath } from '../contract/paths.ts'
import { Format } from '../contract/text.ts'
import { resultTable } from '../csv/result-table.ts'

/** Calls 12 and 22: questions that are answered and not kept. */
export function insightComputeRoutes(deps: {
  readonly ask: Ask
  readonly clock: Clock
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/insights/trend/',
      {
        config: { scope: 'insight:read', csv: resultTable },
        schema: {
          tags: ['insights'],
          params: ProjectPath,
          querystring: Format.loose(),
          body: TrendParameters,
          response: { 200: TrendBody, ...errorResponses },
        },
      },
      async (request) => {
        const project = projectOf(request)
        const query = readTrendParameters({ ...request.query, ...request.body })
        const answer = await deps.ask(project, query)
        const series = answer.kind === 'trends' ? answer.series : []
        return { ...envelope(project.timezone, deps.clock), result: trendItems(query, series), next: null }
      },
    )
    app.post(
      '/insights/funnel/',
      {
        config: { scope: 'insight:read', csv: resultTable },
        schema: {
          tags: ['insights'],
          params: ProjectPath,
          querystring: Format.loose(),
          body: FunnelParameters,
          response: { 200: FunnelBody, ...errorResponses },
        },
      },
      async (request) => {
        const project = projectOf(request)
        const answer = await deps.ask(project, readFunnelParameters({ ...request.query, ...request.body }))
        const steps = answer.kind === 'funnels' ? answer.steps : []
        const result = steps.map(funnelItem).map((item) => ({ ...item, order: String(item.order) }))
        return { ...envelope(project.timezone, deps.clock), result }
      },
    )
  }
}

const envelope = (timezone: string, clock: Clock) => ({
  is_cached: false,
  last_refresh: isoInstant(clock()),
  timezone,
})
