import type { FastifyInstance } from 'fastify'
import { IngestionBody, IngestionQuery } from '#contract/ingestion.ts'
import { ProjectPath } from '#contract/paths.ts'
import type { Engine } from '#engine/engine.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import { lastArrived } from '#listings/ingestion.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import { toIngestionBody } from './ingestion-body.ts'

interface IngestionDeps {
  readonly dropped: DroppedEventStore
  readonly unknownTokens: UnknownTokens
  readonly engine: Engine
}

/** `/ingestion/`: recent events, and the issues of those that were not stored as sent. */
export function ingestionRoutes(app: FastifyInstance, deps: IngestionDeps): void {
  route(
    app,
    {
      get: '/ingestion/',
      summary: 'Recent events, and issues of ingestion',
      tag: 'ingestion',
      scope: 'query:read',
      params: ProjectPath,
      query: IngestionQuery,
      answer: IngestionBody,
      engine: 'query',
    },
    async (request, reply) => {
      const { id, apiToken } = projectOf(request)
      const events = await lastArrived(deps.engine, id, request.query.limit, askerOf(reply))
      return toIngestionBody(events, await deps.dropped.reportOf(id), deps.unknownTokens, apiToken)
    },
  )
}
