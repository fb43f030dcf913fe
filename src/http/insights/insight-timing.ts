import type { FastifyInstance } from 'fastify'
import { InsightBody } from '#contract/insight.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { METRICS_TYPE, MetricsAnswer, TimingBody } from '#contract/timing.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { TimingStore } from '#metadata/insights/timing-store.ts'
import type { Clock } from '#shared/clock.ts'
import { countedTiming } from './client-timing.ts'
import { emptyInsightBody } from './insight-body.ts'
import { metricsText } from './metrics-text.ts'

interface TimingDeps {
  readonly timings: TimingStore
  readonly clock: Clock
}

// A timing has a few hundred bytes. At most 10,000 timings are stored, so with this limit they take at most
// 160 MB.
const MAX_TIMING_BYTES = 16 * 1024

/**
 * Registers the calls by which clients report how long their users waited, and the calls that return totals
 * of these reports.
 */
export function insightTimingRoutes(app: FastifyInstance, deps: TimingDeps): void {
  route(
    app,
    {
      post: '/insights/timing/',
      call: 20,
      summary: 'Report how long a user waited',
      example: { body: { type: 'insight_load', status: 'success', time_to_see_data_ms: 240 } },
      tag: 'insights',
      scope: 'insight:read',
      params: ProjectPath,
      query: Format,
      body: TimingBody,
      bodyLimit: MAX_TIMING_BYTES,
      answer: InsightBody,
    },
    async (request) => {
      const timing = {
        ...countedTiming(request.body),
        projectId: projectOf(request).id,
        userId: callerOf(request).userId,
        body: JSON.stringify(request.body),
      }
      await deps.timings.add(timing, deps.clock())
      return emptyInsightBody(projectOf(request))
    },
  )
  route(
    app,
    {
      get: '/metrics/',
      summary: 'Get the waiting times of users, for Prometheus',
      tag: 'operation',
      scope: 'insight:read',
      params: ProjectPath,
      query: knownParameters({}),
      answer: MetricsAnswer,
    },
    async (request, reply) => {
      const counts = await deps.timings.countsOf(projectOf(request).id)
      return reply.type(METRICS_TYPE).send(metricsText(counts))
    },
  )
}
