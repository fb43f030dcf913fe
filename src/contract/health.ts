import { z } from 'zod'

/**
 * A duty: work that the server does by itself, at intervals. Its counts begin at the start of the process.
 */
const DutyBody = z.object({
  name: z.string(),
  last_run: z.iso.datetime().nullable().meta({ description: 'When the last run ended.' }),
  runs: z.int().min(0),
  failures: z.int().min(0),
})

/** The disk of an event store in the data folder. */
const DiskBody = z.object({
  level: z.enum(['ample', 'low', 'full']).meta({
    description: '`low`: merges of stored events are stopped. `full`: events and deletions are refused.',
  }),
  free_bytes: z.int().min(0),
  reserved_bytes: z.int().min(0).meta({ description: 'Space that is kept free of events.' }),
  repairs: z.int().min(0).meta({ description: 'Repairs of the event store after failed writes.' }),
  unreadable_parts: z
    .int()
    .min(0)
    .meta({ description: 'Parts of the event store that cannot be read. Questions leave out their events.' }),
})

/** The queries of clients, and the queries that compute results in the background. */
const QueriesBody = z.object({
  running: z.int().min(0),
  waiting: z.int().min(0).meta({ description: 'Queries that are waiting for their turn.' }),
})

export const HealthBody = z.object({
  status: z
    .enum(['ok', 'degraded'])
    .meta({ description: '`degraded`: both stores answer, and something under `disk` needs attention.' }),
  version: z.string().meta({ description: 'The version of the server.' }),
  disk: DiskBody.nullable().meta({ description: 'Null if the events are on ClickHouse servers.' }),
  queries: QueriesBody,
  duties: z.array(DutyBody),
})

export const ReadyBody = z.object({ status: z.literal('ready') })
