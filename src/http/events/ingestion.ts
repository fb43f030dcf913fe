import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorResponses } from '#contract/error-body.ts'
import { IngestionBody, IngestionQuery } from '#contract/ingestion.ts'
import { ProjectPath } from '#contract/paths.ts'
import type { Engine } from '#engine/engine.ts'
import { projectOf } from '#http/server/authenticate.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import { lastArrived } from '#listings/ingestion.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import { toIngestionBody } from './ingestion-body.ts'

interface IngestionDeps {
  readonly dropped: DroppedEventStore
  readonly unknownTokens: UnknownTokens
  readonly engine: Engine
}

/** `ingestion/`: what becomes of the events that are sent. */
export function ingestionRoutes(deps: IngestionDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/ingestion/',
      {
        config: { scope: 'query:read' },
        schema: {
          tags: ['ingestion'],
          params: ProjectPath,
          querystring: IngestionQuery,
          response: { 200: IngestionBody, ...errorResponses },
        },
      },
      async (request) => {
        const { id, apiToken } = projectOf(request)
        const events = await lastArrived(deps.engine, id, request.query.limit)
        return toIngestionBody(events, await deps.dropped.reportOf(id), deps.unknownTokens, apiToken)
      },
    )
  }
}
