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

/** 200 when both stores respond, with the duties of the server. A duty that fails does not make the server unhealthy. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  route(
    app,
    {
      get: '/_health',
      summary: 'Health of the server',
      tag: 'operation',
      isOpen: true,
      answer: HealthBody,
    },
    async (request) => {
      try {
        await deps.isHealthy()
      } catch (error) {
        request.log.error({ err: error }, 'a store does not respond')
        throw new RequestError('unavailable', 'unhealthy', 'A store does not respond.')
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
