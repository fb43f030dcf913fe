import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorResponses } from '#contract/error-body.ts'
import { InsightBody } from '#contract/insight.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { METRICS_TYPE, MetricsAnswer, TimingBody } from '#contract/timing.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import type { TimingStore } from '#metadata/insights/timing-store.ts'
import type { Clock } from '#shared/clock.ts'
import { countedTiming } from './client-timing.ts'
import { emptyInsightBody } from './insight-body.ts'
import { metricsText } from './metrics-text.ts'

interface TimingDeps {
  readonly timings: TimingStore
  readonly clock: Clock
}

// A timing is a few hundred bytes. Ten thousand of this size are 160 MB.
const MAX_TIMING_BYTES = 16 * 1024

/** Call 20, and what it adds up to. */
export function insightTimingRoutes(deps: TimingDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/insights/timing/',
      {
        config: { scope: 'insight:read' },
        bodyLimit: MAX_TIMING_BYTES,
        schema: {
          tags: ['insights'],
          params: ProjectPath,
          querystring: Format,
          body: TimingBody,
          response: { 200: InsightBody, ...errorResponses },
        },
      },
      async (request) => {
        const timing = {
          ...countedTiming(request.body),
          projectId: projectOf(request).id,
          userId: callerOf(request).userId,
          body: JSON.stringify(request.body),
        }
        await deps.timings.add(timing, deps.clock())
        return emptyInsightBody(projectOf(request).role)
      },
    )
    app.get(
      '/metrics/',
      {
        config: { scope: 'insight:read' },
        schema: {
          tags: ['operation'],
          params: ProjectPath,
          querystring: knownParameters({}),
          response: { 200: MetricsAnswer, ...errorResponses },
        },
      },
      async (request, reply) => {
        const counts = await deps.timings.countsOf(projectOf(request).id)
        return reply.type(METRICS_TYPE).send(metricsText(counts))
      },
    )
  }
}
