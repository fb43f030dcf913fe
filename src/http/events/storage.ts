import type { FastifyInstance } from 'fastify'
import { ProjectPath } from '#contract/paths.ts'
import { StorageBody } from '#contract/storage.ts'
import { FormatQuery } from '#contract/text.ts'
import type { EventStore } from '#engine/event-store.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import { storedMonths } from '#listings/storage.ts'

export interface StorageDeps {
  readonly engine: EventStore
  /** Returns the bytes of the cached results of a project. */
  readonly cachedBytes: (projectId: number) => Promise<number>
}

/** Registers `/storage/`: how many events a project has in each month, and how much space they take. */
export function storageRoutes(app: FastifyInstance, deps: StorageDeps): void {
  route(
    app,
    {
      get: '/storage/',
      summary: 'Get the number of events and their size on disk by month',
      tag: 'ingestion',
      scope: 'query:read',
      params: ProjectPath,
      query: FormatQuery,
      answer: StorageBody,
      table: ({ months }) => ({
        columns: ['month', 'events', 'bytes'],
        rows: months.map(({ month, events, bytes }) => [month, events, bytes]),
      }),
      engine: 'query',
    },
    async (request, reply) => {
      const { id } = projectOf(request)
      const months = await storedMonths(deps.engine, id, askerOf(reply))
      const events = months.reduce((sum, one) => sum + one.events, 0)
      const bytes = months.reduce((sum, one) => sum + one.bytes, 0)
      return {
        events,
        bytes,
        bytes_per_event: events === 0 ? null : Math.round((bytes / events) * 10) / 10,
        months: months.map(({ month, events: count, bytes: size }) => ({
          month,
          events: count,
          bytes: size,
        })),
        cached_results_bytes: await deps.cachedBytes(id),
      }
    },
  )
}
