import type { FastifyInstance } from 'fastify'
import type { Coordination } from '#coordination/coordination.ts'
import type { Engine } from '#engine/engine.ts'
import { buildServer } from '#http/server/build-server.ts'
import { createUnknownTokens } from '#ingest/unknown-tokens.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import { lockFolder } from '#metadata/database/folder-lock.ts'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createStoreVersion } from '#metadata/database/store-version.ts'
import { findOrganization } from '#metadata/projects/organization.ts'
import { eventsFolder, requireMatchingStores } from '#pairing/inspect-stores.ts'
import { openStoreMarks } from '#pairing/store-marks.ts'
import type { Walkers } from '#sequences/walkers.ts'
import type { Clock, Timer } from '#shared/clock.ts'
import { sql } from '#sql/fragment.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { createDeferredLog } from './deferred-log.ts'
import { findNamedIn } from './find-named-in.ts'
import { type FirstStart, firstStart } from './first-start.ts'
import { openAnswering } from './open-answering.ts'
import { openInProcessCoordination } from './open-coordination.ts'
import { openEngine } from './open-engine.ts'
import { openIngest } from './open-ingest.ts'
import { openListings } from './open-listings.ts'
import { openStores } from './open-stores.ts'
import { openUpkeep } from './open-upkeep.ts'

export interface App {
  /** Routes and everything behind them; not listening yet. */
  readonly server: FastifyInstance
  readonly engine: Engine
  readonly walkers: Walkers
  readonly metadata: Metadata
  readonly coordination: Coordination
  /** Project and key of the first start of an empty folder; null on any later start. */
  readonly firstStart: FirstStart | null
  /** Refuses new requests, answers the accepted ones, then closes both stores. */
  close(): Promise<void>
  /** Closes the metadata alone, for the end of a process whose event engine cannot be closed in time. */
  closeMetadata(): Promise<void>
}

const MiB = 1024 * 1024

export interface Surroundings {
  readonly clock: Clock
  readonly timer: Timer
  readonly isLogging: boolean
}

/** Opens everything in order, and closes it in reverse order, also when a later step fails. */
export async function openApp(config: Config, surroundings: Surroundings): Promise<App> {
  const closers: Closer[] = []
  try {
    return await compose(config, surroundings, closers)
  } catch (error) {
    await closeInReverse(closers)
    throw error
  }
}

async function compose(
  config: Config,
  { clock, timer, isLogging }: Surroundings,
  closers: Closer[],
): Promise<App> {
  const log = createDeferredLog()
  const lock = lockFolder(config.THROUGHLINE_DATA_DIR)
  closers.push(() => lock.release())
  await requireMatchingStores(config.THROUGHLINE_DATA_DIR)
  const metadata = await openMetadata(config.THROUGHLINE_DATA_DIR)
  closers.push(() => closeMetadata(metadata))
  const engine = await openEngine(config, log, closers)
  const marks = await openStoreMarks({
    engine,
    metadata,
    engineFolder: eventsFolder(config.THROUGHLINE_DATA_DIR),
  })
  // When nothing writes any more, and both stores are still open.
  closers.push(async () => {
    // Marks that are too low let a loss pass unnoticed, and nothing else.
    await marks
      .advance()
      .catch((error: unknown) => log.warn({ err: error }, 'The marks of the two stores are not up to date'))
    await marks.close()
  })
  const warn = (sentence: string) => log.warn({}, sentence)
  const coordination = await openInProcessCoordination({ engine, metadata, clock, warn }, closers)
  const stores = openStores(metadata, coordination)
  for (const { writeCounts } of [stores.definitions, stores.dropped])
    closers.push(() =>
      writeCounts().catch((error: unknown) => {
        // A stop does not wait for the disk.
        if (!isDiskFull(error)) throw error
        warn('The disk is full: counts of the last seconds in lists of definitions and of issues are lost.')
      }),
    )
  const unknownTokens = createUnknownTokens(clock)
  const parts = { engine, metadata, marks, coordination, clock, warn }
  const maxBodyBytes = config.THROUGHLINE_CAPTURE_BODY_BYTES
  const opened = await openIngest({ ...parts, stores, unknownTokens, maxBodyBytes }, closers)
  const maxBytes = config.THROUGHLINE_ANSWER_CACHE_MIB * MiB
  const findNamed = findNamedIn(stores)
  const { cachedResultStore, ...answering } = openAnswering(
    { ...parts, ...stores, findNamed, maxBytes },
    closers,
  )
  const upkeep = await openUpkeep({ ...parts, ...opened, stores, cachedResultStore, timer }, closers)
  const server = await buildServer(
    {
      ...stores,
      organization: await findOrganization(metadata),
      engine,
      ingest: opened.ingest,
      unknownTokens,
      clock,
      ...answering,
      ...openListings({ stores, engine, coordination, findNamed, clock }),
      copyMetadata: opened.copyMetadata,
      storeVersion: createStoreVersion(metadata),
      isHealthy: () => askBoth(engine, metadata),
      duties: () => upkeep.records(),
    },
    {
      isLogging,
      trustedProxies: config.THROUGHLINE_TRUSTED_PROXIES,
      maxCaptureBytes: maxBodyBytes,
      maxApiBytes: config.THROUGHLINE_API_BODY_BYTES,
      // Enough for the largest body, inflated, where the setting is not.
      bodyMemoryBytes: Math.max(config.THROUGHLINE_BODY_MEMORY_MIB * MiB, 3 * maxBodyBytes),
      connectionsPerAddress: config.THROUGHLINE_CONNECTIONS_PER_ADDRESS,
      computedFields: config.THROUGHLINE_COMPUTED_FIELDS,
      checkResponses: config.THROUGHLINE_CHECK_RESPONSES,
    },
  )
  closers.push(() => server.close())
  log.use(server.log)
  return {
    server,
    engine,
    walkers: answering.walkers,
    metadata,
    coordination,
    firstStart: await firstStart({ ...stores, clock }, config),
    close: () => closeInReverse(closers),
    closeMetadata: () => closeMetadata(metadata),
  }
}

async function askBoth(engine: Engine, metadata: Metadata): Promise<void> {
  await engine.rows(sql`SELECT 1`, { name: 'health', projectId: null, isUpkeep: true })
  await metadata.selectFrom('project').select('id').limit(1).execute()
}
