import type { FastifyInstance } from 'fastify'
import { IngestionBody, IngestionQuery } from '#contract/ingestion.ts'
import { ProjectPath } from '#contract/paths.ts'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import { arrivedByHour, lastArrived } from '#listings/ingestion.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import type { Clock } from '#shared/clock.ts'
import { toIngestionBody } from './ingestion-body.ts'
import { type CountedHours, startsOfHours } from './ingestion-hours.ts'

interface IngestionDeps {
  readonly dropped: DroppedEventStore
  readonly unknownTokens: UnknownTokens
  readonly engine: EventStore
  readonly clock: Clock
}

/**
 * Registers `/ingestion/`: recent events, and the issues of events that were not stored as they were sent.
 */
export function ingestionRoutes(app: FastifyInstance, deps: IngestionDeps): void {
  route(
    app,
    {
      get: '/ingestion/',
      summary: 'Get recent events, and issues of ingestion',
      description:
        'Shows the events that arrived last, how many arrived in the last hours, and what happened to events that are not stored as they were sent.',
      tag: 'ingestion',
      scope: 'query:read',
      params: ProjectPath,
      query: IngestionQuery,
      answer: IngestionBody,
      engine: 'query',
    },
    async (request, reply) => {
      const { id, apiToken } = projectOf(request)
      const { limit, hours } = request.query
      const asker = askerOf(reply)
      const events = await lastArrived(deps.engine, id, limit, asker)
      const counted = await countHours(deps, id, startsOfHours(deps.clock(), hours), asker)
      return toIngestionBody(events, await deps.dropped.reportOf(id), counted, deps.unknownTokens, apiToken)
    },
  )
}

async function countHours(
  { engine, dropped }: IngestionDeps,
  projectId: number,
  startsMs: readonly number[],
  asker: Asker,
): Promise<CountedHours> {
  const [fromMs] = startsMs
  if (fromMs === undefined) return { startsMs, stored: new Map(), issues: [] }
  const stored = await arrivedByHour(engine, projectId, fromMs, asker)
  return { startsMs, stored, issues: await dropped.hoursOf(projectId, fromMs) }
}
