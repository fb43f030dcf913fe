import { openServerEngine, type ServerEventStore } from '#engine/server/server-engine.ts'
import type { ServerAddress } from '#engine/server/server-url.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createEventMigrations } from '#metadata/installation/event-migrations.ts'
import { lastingTimer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import type { Observer } from '#shared/observer.ts'
import type { Closer } from './closers.ts'
import type { Config } from './config.ts'

const MiB = 1024 * 1024
/** ClickHouse servers can run more questions at once than the engine in this process. */
const CONCURRENT_QUERIES = 8

interface ServerEventsDeps {
  readonly metadata: Metadata
  readonly log: Log
  readonly observer: Observer
}

/** Opens the event store on the servers of an address. Does not migrate it. */
export async function openServerEvents(
  address: ServerAddress,
  config: Config,
  { metadata, log, observer }: ServerEventsDeps,
  closers: Closer[],
): Promise<ServerEventStore> {
  const { CLICKHOUSE_READER_USER: user, CLICKHOUSE_READER_PASSWORD: password = '' } = config
  const engine = await openServerEngine({
    address,
    cluster: config.CLICKHOUSE_CLUSTER ?? null,
    reader: user === undefined ? null : { user, password },
    record: createEventMigrations(metadata),
    queryMemoryBytes: config.THROUGHLINE_QUERY_MEMORY_MIB * MiB,
    querySeconds: config.THROUGHLINE_QUERY_SECONDS,
    waitingQueries: config.THROUGHLINE_WAITING_QUERIES,
    concurrentQueries: CONCURRENT_QUERIES,
    // The ClickHouse servers answer in real time, even if a test has set another time for the duties.
    timer: lastingTimer,
    log,
    observer,
  })
  closers.push(() => engine.close())
  return engine
}
