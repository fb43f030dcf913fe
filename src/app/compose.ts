import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { openEmbeddedEngine } from '../engine/embedded-engine.ts'
import type { Engine } from '../engine/engine.ts'
import { migrateEngine } from '../engine/migrate-engine.ts'
import { buildServer } from '../http/build-server.ts'
import { createDeduplicator, type Deduplicator } from '../ingest/deduplicate.ts'
import { createEventStore } from '../ingest/event-store.ts'
import { createIngest } from '../ingest/ingest.ts'
import { createAsk } from '../insights/ask.ts'
import { createApiKeyStore } from '../metadata/api-key-store.ts'
import { createDroppedEventStore } from '../metadata/dropped-event-store.ts'
import { lockFolder } from '../metadata/folder-lock.ts'
import { createIdentityStore } from '../metadata/identity-store.ts'
import { createInsightResultStore } from '../metadata/insight-result-store.ts'
import { createInsightStore } from '../metadata/insight-store.ts'
import { type Metadata, openMetadata } from '../metadata/open-metadata.ts'
import { createProjectStore } from '../metadata/project-store.ts'
import { createUserStore } from '../metadata/user-store.ts'
import type { Clock } from '../shared/clock.ts'
import { sql } from '../sql/fragment.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { type FirstStart, firstStart } from './first-start.ts'

export interface App {
  /** Routes and everything behind them; not listening yet. */
  readonly server: FastifyInstance
  readonly engine: Engine
  readonly metadata: Metadata
  /** What the first start of an empty folder made; null on any later start. */
  readonly firstStart: FirstStart | null
  /** No new requests, what was accepted is answered, both stores closed. */
  close(): Promise<void>
}

const EVENT_MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))
const MiB = 1024 * 1024

/** Opens everything in order; what was opened is closed in reverse, also when a later step fails. */
export async function openApp(config: Config, clock: Clock, isLogging: boolean): Promise<App> {
  const closers: Closer[] = []
  try {
    return await compose(config, clock, isLogging, closers)
  } catch (error) {
    await closeInReverse(closers)
    throw error
  }
}

async function compose(config: Config, clock: Clock, isLogging: boolean, closers: Closer[]): Promise<App> {
  const lock = lockFolder(config.THROUGHLINE_DATA_DIR)
  closers.push(() => lock.release())
  const metadata = await openMetadata(config.THROUGHLINE_DATA_DIR)
  closers.push(() => metadata.destroy())
  const engine = await openEmbeddedEngine({
    folder: join(config.THROUGHLINE_DATA_DIR, 'events'),
    memoryBytes: config.THROUGHLINE_ENGINE_MEMORY_MIB * MiB,
    queryMemoryBytes: config.THROUGHLINE_QUERY_MEMORY_MIB * MiB,
    querySeconds: config.THROUGHLINE_QUERY_SECONDS,
  })
  closers.push(() => engine.close())
  await migrateEngine(engine, EVENT_MIGRATIONS)
  const stores = openStores(metadata)
  const events = createEventStore(engine)
  const deduplicator = createDeduplicator(events)
  closers.push(loadInBackground(deduplicator))
  const ingest = createIngest({
    ...stores,
    events,
    deduplicator,
    clock,
    maxBodyBytes: config.THROUGHLINE_CAPTURE_BODY_BYTES,
  })
  closers.push(() => ingest.close())
  const server = await buildServer(
    {
      ...stores,
      ingest,
      clock,
      ask: createAsk({ engine, clock }),
      isHealthy: () => askBoth(engine, metadata),
    },
    {
      isLogging,
      maxCaptureBytes: config.THROUGHLINE_CAPTURE_BODY_BYTES,
      maxApiBytes: config.THROUGHLINE_API_BODY_BYTES,
      computedFields: config.THROUGHLINE_COMPUTED_FIELDS,
      checkResponses: config.THROUGHLINE_CHECK_RESPONSES,
    },
  )
  closers.push(() => server.close())
  const made = await firstStart({ ...stores, clock }, config)
  return { server, engine, metadata, firstStart: made, close: () => closeInReverse(closers) }
}

const openStores = (metadata: Metadata) => ({
  users: createUserStore(metadata),
  projects: createProjectStore(metadata),
  keys: createApiKeyStore(metadata),
  insights: createInsightStore(metadata),
  results: createInsightResultStore(metadata),
  identity: createIdentityStore(metadata),
  dropped: createDroppedEventStore(metadata),
})

// Events are taken meanwhile; each is then looked up in the store, which is slower and as right.
function loadInBackground(deduplicator: Deduplicator): Closer {
  const stop = new AbortController()
  const loading = deduplicator.load(stop.signal).catch((error: unknown) => {
    process.emitWarning(`Uuids of stored events could not be read into memory: ${error}`)
  })
  return () => {
    stop.abort()
    return loading
  }
}

async function askBoth(engine: Engine, metadata: Metadata): Promise<void> {
  await engine.rows(sql`SELECT 1`, { name: 'health', isUpkeep: true })
  await metadata.selectFrom('project').select('id').limit(1).execute()
}
