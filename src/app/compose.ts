import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Coordination } from '#coordination/coordination.ts'
import type { EventStore } from '#engine/event-store.ts'
import { sql } from '#fragments/fragment.ts'
import { createSetupCode } from '#http/access/setup-code.ts'
import { buildServer, type ServerOptions } from '#http/build-server.ts'
import { createDemoLoads } from '#http/demo/demo-loads.ts'
import { createUnknownTokens } from '#ingest/unknown-tokens.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createStoreVersion } from '#metadata/database/store-version.ts'
import { MetadataUnavailableError } from '#metadata/database/unavailable-error.ts'
import { findOrganization } from '#metadata/projects/organization.ts'
import { cachedBytes } from '#metadata/results/cached-bytes.ts'
import type { Walkers } from '#sequences/walkers.ts'
import type { Clock, Timer } from '#shared/clock.ts'
import { SILENT } from '#shared/log.ts'
import { newSetupCode } from '#shared/secrets.ts'
import { type Closer, closeInReverse } from './closers.ts'
import { areTracesWanted, type Config } from './config.ts'
import { findNamedIn } from './find-named-in.ts'
import { type FirstStart, firstStart } from './first-start.ts'
import { loadDemo } from './load-demo.ts'
import { createLog, sayTo } from './log.ts'
import { openAnswering } from './open-answering.ts'
import { openBothStores } from './open-both-stores.ts'
import { openControl } from './open-control.ts'
import { openInProcessCoordination } from './open-coordination.ts'
import { openIngest } from './open-ingest.ts'
import { openListings } from './open-listings.ts'
import { openStores } from './open-stores.ts'
import { bothObservers, openTraces } from './open-traces.ts'
import { openUpkeep } from './open-upkeep.ts'
import { metricsTextOf, openMetrics, serverStateOf } from './open-watch.ts'
import { ownUrl } from './own-url.ts'
import { placesOf } from './store-places.ts'

export interface App {
  /** All routes and everything that they use. It is not listening yet. */
  readonly server: FastifyInstance
  readonly engine: EventStore
  readonly walkers: Walkers
  readonly metadata: Metadata
  readonly coordination: Coordination
  /** Project and key of the first start of an empty folder; null on every later start. */
  readonly firstStart: FirstStart | null
  /** Writes a line to the log, about the beginning or the end of the process. */
  say(sentence: string): void
  /** The code with which the first user is set up, once; null if a user has a password. */
  readonly setupCode: string | null
  /** Refuses new requests, answers the requests that were accepted, then closes both stores. */
  close(): Promise<void>
  /** Closes the metadata alone. For the end of a process whose event engine cannot be closed in time. */
  closeMetadata(): Promise<void>
}

const MiB = 1024 * 1024

export interface Surroundings {
  readonly clock: Clock
  readonly timer: Timer
  readonly isLogging: boolean
  /** Receives the lines of the log instead of standard output. */
  readonly logTo?: { write(line: string): void }
  /**
   * Opens stores into which an installation is being moved. What a first start makes would be part of them.
   */
  readonly isMove?: boolean
  /**
   * The module that the workers of walks run: `WALK_WORKER` in the program. Tests and tools run the source,
   * and bundle the module.
   */
  readonly walkWorker: URL
}

/** Opens everything in order. Closes it in reverse order, even if a later step fails to open. */
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
  { clock, timer, isLogging, logTo, walkWorker, isMove = false }: Surroundings,
  closers: Closer[],
): Promise<App> {
  const logger = isLogging || logTo !== undefined ? createLog(config, logTo) : null
  const log = logger ?? SILENT
  const metrics = openMetrics()
  const traces = await openTraces(areTracesWanted(), log, closers)
  const observer = bothObservers(metrics.observer, traces?.observer)
  const { metadata, engine, local, marks } = await openBothStores(
    config,
    { clock, timer, log, observer, stop: stopProcess, move: isMove ? 'into' : undefined },
    closers,
  )
  const warn = (sentence: string) => log.warn({}, sentence)
  const coordination = await openInProcessCoordination({ engine, metadata, clock, warn }, closers)
  const stores = openStores(metadata, coordination)
  for (const { writeCounts } of [stores.definitions, stores.dropped])
    closers.push(() =>
      writeCounts().catch((error: unknown) => {
        // A stop does not wait until the disk has space, or the server is back.
        if (!isDiskFull(error) && !(error instanceof MetadataUnavailableError)) throw error
        warn(
          'The metadata cannot be written: the last seconds are not counted in the lists of definitions and issues.',
        )
      }),
    )
  const unknownTokens = createUnknownTokens(clock)
  const places = placesOf(config)
  const parts = { engine, metadata, marks, coordination, clock, warn, observer }
  const maxBodyBytes = config.THROUGHLINE_CAPTURE_BODY_BYTES
  const opened = await openIngest({ ...parts, stores, unknownTokens, maxBodyBytes }, closers)
  const findNamed = findNamedIn(stores)
  const { cachedResultStore, ...answering } = openAnswering(
    { ...parts, ...stores, findNamed, timer, walkWorker, ...answerLimits(config) },
    closers,
  )
  const upkeep = await openUpkeep(
    { ...parts, ...opened, stores, cachedResultStore, timer, dataFolder: places.folder },
    closers,
  )
  const setupCode = createSetupCode()
  // Runs only when a request asks for it, so `server` exists by then.
  const demoLoads = createDemoLoads((run) => loadDemo({ server, keys: stores.keys, clock }, run))
  const server: FastifyInstance = await buildServer(
    {
      ...stores,
      setupCode,
      demoLoads,
      organization: await findOrganization(metadata),
      engine,
      ingest: opened.ingest,
      eventEraser: opened.eventEraser,
      unknownTokens,
      clock,
      ...answering,
      ...openListings({ stores, engine, coordination, findNamed, clock }),
      copyMetadata: opened.copyMetadata,
      cachedBytes: (projectId) => cachedBytes(metadata, projectId),
      storeVersion: createStoreVersion(metadata),
      isHealthy: () => askBoth(engine, metadata),
      diskState: () => local?.diskState() ?? null,
      duties: upkeep.records,
      serverState: serverStateOf(config),
      observer,
      traces,
      measureProcess: metrics.measureProcess,
      metricsText: metricsTextOf({ metrics, engine, local, metadata, config, duties: upkeep.records }),
    },
    serverOptions(config, logger),
  )
  closers.push(() => server.close())
  closers.push(demoLoads.close)
  const first = isMove ? null : await firstStart({ ...stores, clock }, config)
  if (!(await stores.users.hasPassword())) setupCode.issue(newSetupCode())
  if (places.folder !== null && !isMove)
    await openControl(
      { engine, local, metadata, places, dataFolder: places.folder, url: () => ownUrl(server.addresses()) },
      closers,
    )
  return {
    server,
    engine,
    walkers: answering.walkers,
    metadata,
    coordination,
    firstStart: first,
    setupCode: setupCode.value,
    say: logger === null ? () => undefined : sayTo(logger),
    close: () => closeInReverse(closers),
    closeMetadata: () => closeMetadata(metadata),
  }
}

/** Ends the process as the signal of an operator does. */
const stopProcess = () => void process.kill(process.pid, 'SIGTERM')

const answerLimits = (config: Config) => ({
  maxBytes: config.THROUGHLINE_ANSWER_CACHE_MIB * MiB,
  querySeconds: config.THROUGHLINE_QUERY_SECONDS,
})

function serverOptions(config: Config, logger: Logger | null): ServerOptions {
  return {
    logger,
    isLoggingRequests: logger?.isLevelEnabled('info') ?? false,
    webFolder: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    metricsToken: config.THROUGHLINE_METRICS_TOKEN ?? null,
    trustedProxies: config.THROUGHLINE_TRUSTED_PROXIES,
    maxCaptureBytes: config.THROUGHLINE_CAPTURE_BODY_BYTES,
    maxApiBytes: config.THROUGHLINE_API_BODY_BYTES,
    // Even if the setting is smaller, there is room for the largest body, both as sent and inflated.
    bodyMemoryBytes: Math.max(
      config.THROUGHLINE_BODY_MEMORY_MIB * MiB,
      3 * config.THROUGHLINE_CAPTURE_BODY_BYTES,
    ),
    connectionsPerAddress: config.THROUGHLINE_CONNECTIONS_PER_ADDRESS,
    computedFields: config.THROUGHLINE_COMPUTED_FIELDS,
    checkResponses: config.THROUGHLINE_CHECK_RESPONSES,
  }
}

async function askBoth(engine: EventStore, metadata: Metadata): Promise<void> {
  await engine.rows(sql`SELECT 1`, { name: 'health', projectId: null, isUpkeep: true, readsNoRows: true })
  await metadata.selectFrom('project').select('id').limit(1).execute()
}
