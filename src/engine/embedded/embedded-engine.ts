import type { Session } from 'chdb'
import { z } from 'zod'
import { toEngineError } from '#engine/engine-error.ts'
import type { BinaryOptions, EventStore } from '#engine/event-store.ts'
import { ACCEPTED_SETTINGS, INSERT_SETTINGS } from '#engine/insert-settings.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { createPatience } from '#engine/patience.ts'
import { createQueryWatch, type QueryEnd } from '#engine/query-watch.ts'
import {
  type EngineSettings,
  type ReaderLimits,
  settingsOfConverter,
  settingsOfReader,
  settingsOfStream,
  UNLIMITED,
} from '#engine/reader-settings.ts'
import type { StatementRunner } from '#engine/verbs.ts'
import type { Fragment } from '#fragments/fragment.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import type { Observer } from '#shared/observer.ts'
import { createAsk, type WatchMarked } from './ask.ts'
import { ACTIVE_PARTS, type ActivePart, syncedParts } from './disk/active-parts.ts'
import { openDiskGuard } from './disk/disk-guard.ts'
import { settleTables } from './disk/settle-tables.ts'
import { dropEmptyDefinitions } from './disk/table-definitions.ts'
import { tableFolders } from './disk/table-folder.ts'
import { endOnFatalSignals } from './fatal-signals.ts'
import { openLoggedStore } from './logged-store.ts'
import { newMarker, readSoFar } from './marked-query.ts'
import { jsonResult } from './query-result.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'
import { createSessionQuestions } from './session-questions.ts'
import { emptyStandardInput } from './standard-input.ts'
import { keepThreadsLow } from './thread-priority.ts'

export interface EmbeddedEngineOptions {
  /** Folder of the engine. One process at a time can open it. */
  readonly folder: string
  /** Memory of the whole engine, in bytes. The engine does not see a container's limit by itself. */
  readonly memoryBytes: number
  /**
   * Memory of one query, in bytes. Sorting and grouping spill to disk at half of it, and a result has at
   * most half of it.
   */
  readonly queryMemoryBytes: number
  /** Longest run time of one query, in seconds. */
  readonly querySeconds: number
  /** Disk space, in bytes, that events may not use: it is kept for work that has already begun. */
  readonly reservedDiskBytes: number
  /** Maximum number of queries that wait for their turn. */
  readonly waitingQueries: number
  /**
   * Whether the last process closed the folder. After a killed process, the parts of its last minutes are
   * not trusted.
   */
  readonly wasClosed: boolean
  readonly timer: Timer
  readonly log: Log
  readonly observer?: Pick<Observer, 'queryEnded'>
}

const CONCURRENT_UPKEEP = 2
/** Enough for one copy of the mirror, which may write four tables at once. Only one copy runs at a time. */
const CONCURRENT_WRITERS = 4
/** Sessions that look at running queries and kill them. */
const CONCURRENT_MONITORS = 2
/** Sessions that read the count of failed writes after each insert, and repair tables. */
const CONCURRENT_KEEPERS = 3

/**
 * The engine, with the method `command` of {@link StatementRunner}, which only tests and measurements use.
 */
export interface EmbeddedEngine extends LocalEventStore, StatementRunner {}

/** Opens ClickHouse in this process. Throws if another process has the folder open. */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  emptyStandardInput()
  const leaveThreads = keepThreadsLow(options.timer, options.log)
  const { Session: ChdbSession } = await import('chdb')
  const connectionArgs = connectionArgsOf(options)
  const open = () => new ChdbSession(options.folder, { connectionArgs })
  const readers = readersOf(open, options.queryMemoryBytes)
  const runPatiently = createPatience(() => questions.queryLoad().running > 0, options.timer)
  const patient = (one: () => Session, size: number): SessionPool => {
    const { use, close } = createSessionPool(one, size)
    return { use: (work, signal) => runPatiently(() => use(work, signal), signal), close }
  }
  dropEmptyDefinitions(options.folder)
  const finishSettling = options.wasClosed ? () => undefined : settleTables(options.folder)
  // This Session stays open, because chDB releases the lock of the folder when its last Session closes.
  const keeper = open()
  endOnFatalSignals()
  // Upkeep has its own pool, so that slow questions delay neither the health check nor capture, which looks
  // up uuids.
  const upkeep = patient(() => readers.openReader(UNLIMITED), CONCURRENT_UPKEEP)
  const writers = patient(open, CONCURRENT_WRITERS)
  // Monitors have their own pool too, so that cancelling a question does not wait for an insert.
  const monitors = createSessionPool(open, CONCURRENT_MONITORS)
  const watch = createQueryWatch(options.log, options.observer)
  const watchMarked: WatchMarked = (queryOptions, marker, waitedMs) =>
    watch(queryOptions, waitedMs, () => monitors.use((monitor) => readSoFar(monitor, marker)))
  const keepers = createSessionPool(open, CONCURRENT_KEEPERS)
  await keepers.use((session) => loadTables(session, options.folder))
  finishSettling()
  const guard = await openDiskGuard({
    engineFolder: options.folder,
    reservedBytes: options.reservedDiskBytes,
    failedWrites: () => keepers.use(countFailedWrites),
    command: (text) => keepers.use(commandOf(text)),
    timer: options.timer,
    log: options.log,
  })
  const ask = createAsk({ guard, monitors, watchMarked })
  const streams = { open: readers.openStream, guard, monitors, watchMarked, timer: options.timer }
  const questions = createSessionQuestions({ ...options, ...readers, upkeep, ask, streams })
  async function closeAll(): Promise<void> {
    const closed = [questions.close(), upkeep.close(), writers.close()]
    await Promise.all([leaveThreads(), ...closed])
    await guard.close().finally(() => Promise.all([keepers.close(), monitors.close()]))
    keeper.close()
  }
  let writeCount = 0
  const write: Write = (work) => guard.write(() => writers.use(work)).finally(() => writeCount++)
  let closing: Promise<void> | undefined
  const tables = {
    ...questions,
    binary(query: Fragment, queryOptions: BinaryOptions) {
      const marker = newMarker()
      const watchStream = () => watchMarked(queryOptions, marker, 0)
      return streamed(() => readers.openReader(UNLIMITED), `${marker}${renderLiterals(query)}`, watchStream)
    },
    insert: insertWith(write, INSERT_SETTINGS),
    insertAccepted: insertWith(write, ACCEPTED_SETTINGS),
    command: (text: string) => write(commandOf(text)),
    requireSpace: guard.requireSpace,
  }
  const { store, log } = await openLoggedStore(tables, options)
  return {
    ...tables,
    ...store,
    diskState: guard.state,
    writeCount: () => writeCount,
    async storedParts() {
      // The parts of rows that cannot be inserted now are missing from a later call as well.
      await log.cleared().catch(() => undefined)
      return guard.whole(() => guard.read(() => partsOn(upkeep, options.folder)))
    },
    frozen: (look) =>
      log.paused(() => guard.frozen(async () => look(await partsOn(keepers, options.folder)))),
    close() {
      closing ??= log.close().then(closeAll)
      return closing
    },
  }
}

/** Returns a function for each way of reading, which opens a Session with the settings of that way. */
function readersOf(open: () => Session, memoryBytes: number) {
  const openWith = (settings: EngineSettings) => {
    const session = open()
    for (const [name, value] of Object.entries(settings)) session.query(`SET ${name} = ${value}`)
    return session
  }
  return {
    openReader: (limits: ReaderLimits) => openWith(settingsOfReader(memoryBytes, limits)),
    openConverter: (limits: ReaderLimits) => openWith(settingsOfConverter(memoryBytes, limits)),
    openChunkReader: (limits: ReaderLimits) => openWith(settingsOfStream(memoryBytes, limits)),
    openStream: () => openWith(settingsOfStream(Math.floor(memoryBytes / 2), UNLIMITED)),
  }
}

const HOUR_MS = 3_600_000

const connectionArgsOf = ({ memoryBytes }: EmbeddedEngineOptions): string[] => [
  `--max_server_memory_usage=${memoryBytes}`,
  // Makes the engine count only its own allocations, and not measure its memory. If it measured in a
  // container, it would count all of the container's memory, including Node's, against its own limit, and
  // refuse every query. Outside of a container it would count the pages that its allocator keeps.
  '--memory_worker_use_cgroup=0',
  `--memory_worker_period_ms=${HOUR_MS}`,
]

async function partsOn(pool: SessionPool, engineFolder: string): Promise<ActivePart[]> {
  const { data } = await pool.use((session) => jsonResult(session, ACTIVE_PARTS))
  return syncedParts(engineFolder, data)
}

/** Runs work that changes tables, with a Session for itself. */
type Write = (work: (session: Session) => Promise<void>) => Promise<void>

const commandOf = (text: string) => async (session: Session) => {
  await session.queryAsync(text, { format: 'JSONEachRow' })
}

const insertWith =
  (write: Write, settings: EngineSettings): EventStore['insert'] =>
  (table, columns, lines) =>
    write(async (session) => {
      const values = Buffer.from(lines.join('\n'))
      await session.insert({ table, columns, values, format: 'TabSeparated', settings })
    })

// Waits until all tables are loaded. The engine loads them in the background, and a query on a table waits
// until the table is loaded.
async function loadTables(session: Session, engineFolder: string): Promise<void> {
  for (const { table } of tableFolders(engineFolder))
    await jsonResult(session, renderLiterals(sql`SELECT 1 FROM ${identifier(table)} LIMIT 0`))
}

const FailedWrites = z.array(z.object({ value: z.coerce.number() })).max(1)

// `system.events` has no row for an event that has not occurred yet.
async function countFailedWrites(session: Session): Promise<number> {
  const query = sql`SELECT value
FROM system.events
WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'`
  const { data } = await jsonResult(session, renderLiterals(query))
  return FailedWrites.parse(data)[0]?.value ?? 0
}

async function* streamed(
  open: () => Session,
  query: string,
  watchStream: () => (end: QueryEnd) => void,
): AsyncIterable<Uint8Array> {
  const session = open()
  const end = watchStream()
  let outcome: QueryEnd = { read: null }
  try {
    for await (const chunk of session.queryStream(query, { format: 'RowBinary' })) yield chunk.raw()
  } catch (error) {
    outcome = { error }
    throw toEngineError(error)
  } finally {
    end(outcome)
    session.close()
  }
}
