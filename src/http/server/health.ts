import type { FastifyInstance } from 'fastify'
import { HealthBody } from '#contract/health.ts'
import { isoInstant } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import type { DutyRecord } from '#upkeep/scheduler.ts'
import { route } from './route.ts'

export interface HealthDeps {
  readonly isHealthy: () => Promise<void>
  readonly duties: () => readonly DutyRecord[]
}

/** 200 when both stores answer a query, with the duties of the server: one that fails does not make it unhealthy. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  route(
    app,
    {
      get: '/_health',
      summary: 'Whether the server works',
      tag: 'operation',
      isOpen: true,
      answer: HealthBody,
    },
    async (request) => {
      try {
        await deps.isHealthy()
      } catch (error) {
        request.log.error({ err: error }, 'a store does not answer')
        throw new RequestError('unavailable', 'unhealthy', 'A store does not answer.')
      }
      return { status: 'ok' as const, duties: deps.duties().map(toDutyBody) }
    },
  )
}

const toDutyBody = ({ name, lastRunMs, runs, failures }: DutyRecord) => ({
  name,
  last_run: lastRunMs === null ? null : isoInstant(lastRunMs),
  runs,
  failures,
})
