import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HealthBody, ReadyBody } from '#contract/health.ts'
import type { DiskState } from '#engine/embedded/disk/disk-guard.ts'
import type { EventStore } from '#engine/event-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import { VERSION } from '#shared/version.ts'
import type { DutyRecord } from '#upkeep/scheduler.ts'
import { type ServerState, whyNotReady } from './readiness.ts'
import { route } from './route.ts'

export interface HealthDeps {
  readonly isHealthy: () => Promise<void>
  readonly engine: Pick<EventStore, 'requireSpace' | 'queryLoad'>
  /** Returns the state of the disk with the events; null if the events are on ClickHouse servers. */
  readonly diskState: () => DiskState | null
  readonly duties: () => readonly DutyRecord[]
  readonly serverState: () => Omit<ServerState, 'duties'>
}

/**
 * Registers `_health` and `_ready`. `_health` is 200 while both stores respond, even if the disk is full:
 * otherwise an orchestrator would restart the server, which does not free any space. `_ready` is 503 while
 * requests should be sent to another server: while events are refused, memory is short, or upkeep fails.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  route(
    app,
    {
      get: '/_health',
      summary: 'Get the health of the server',
      tag: 'operation',
      isOpen: true,
      answer: HealthBody,
    },
    async (request) => {
      await requireStores(deps, request)
      const disk = deps.diskState()
      const isDegraded = disk !== null && (disk.level === 'full' || disk.brokenParts > 0)
      return {
        status: isDegraded ? ('degraded' as const) : ('ok' as const),
        version: VERSION,
        disk: disk === null ? null : toDiskBody(disk),
        queries: deps.engine.queryLoad(),
        duties: deps.duties().map(toDutyBody),
      }
    },
  )
  route(
    app,
    {
      get: '/_ready',
      summary: 'Get whether the server is ready for requests',
      tag: 'operation',
      isOpen: true,
      answer: ReadyBody,
    },
    async (request) => {
      await requireReady(deps, request)
      return { status: 'ready' as const }
    },
  )
}

/**
 * Requires that the server is ready for requests.
 * @throws RequestError or EngineError with the reason why it is not.
 */
async function requireReady(deps: HealthDeps, request: FastifyRequest): Promise<void> {
  await requireStores(deps, request)
  deps.engine.requireSpace()
  const reason = whyNotReady({ duties: deps.duties(), ...deps.serverState() })
  if (reason !== null) throw reason
}

async function requireStores({ isHealthy }: HealthDeps, { log }: FastifyRequest): Promise<void> {
  try {
    await isHealthy()
  } catch (error) {
    log.error({ err: error }, 'a store does not respond')
    throw new RequestError('unavailable', 'unhealthy', 'A store does not respond.')
  }
}

const toDiskBody = (disk: DiskState) => ({
  level: disk.level,
  free_bytes: disk.freeBytes,
  reserved_bytes: disk.reservedBytes,
  repairs: disk.repairs,
  unreadable_parts: disk.brokenParts,
})

const toDutyBody = ({ name, lastRunMs, runs, failures }: DutyRecord) => ({
  name,
  last_run: lastRunMs === null ? null : isoInstant(lastRunMs),
  runs,
  failures,
})
