import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Session } from 'chdb'
import { z } from 'zod'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { identifier, sql, text } from '#sql/fragment.ts'
import { renderLiterals } from '#sql/literal.ts'
import { ACTIVE_PARTS, syncedParts } from './disk/active-parts.ts'
import { type DiskGuard, openDiskGuard } from './disk/disk-guard.ts'
import { settleTables } from './disk/settle-tables.ts'
import { dropEmptyDefinitions } from './disk/table-definitions.ts'
import { tableFolders } from './disk/table-folder.ts'
import type { Engine, QueryOptions } from './engine.ts'
import { toEngineError } from './engine-error.ts'
import { requireFewPatterns } from './pattern-parts.ts'
import { createQueryWatch, type QueryEnd, type ReadSize } from './query-watch.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'
import { emptyStandardInput } from './standard-input.ts'
import { runStoppable } from './stoppable-query.ts'
import { keepThreadsLow } from './thread-priority.ts'
import { createQueryCosts } from './turns/query-costs.ts'
import { createQueryTurns } from './turns/query-turns.ts'

export interface EmbeddedEngineOptions {
  /** Folder of the engine. One process at a time can open it. */
  readonly folder: string
  /** Memory of the whole engine in bytes. It does not see a container's limit by itself. */
  readonly memoryBytes: number
  /** Memory of one query in bytes; sorting and grouping spill to disk at half of it. */
  readonly queryMemoryBytes: number
  /** Longest time one query may run, in seconds. */
  readonly querySeconds: number
  /** Space of the disk in bytes that events may not use: it is kept for work that has begun. */
  readonly reservedDiskBytes: number
  /** Most queries that wait for their turn. */
  readonly waitingQueries: number
  /** Whether its last process closed the folder. Where a process was killed, the parts of its last minutes are not trusted. */
  readonly wasClosed: boolean
  readonly timer: Timer
  readonly log: Log
}

/** Further queries wait: with two cores, more at once only takes longer for each. */
const CONCURRENT_QUERIES = 4
const MAX_RESULT_ROWS = 200_000
/** A result becomes one string in memory, and a string of 512 MiB cannot be made. */
const MAX_RESULT_BYTES = 256 * 1024 * 1024
const CONCURRENT_UPKEEP = 2
/** Two flushes, each of which may write persons, groups and merges at once. */
const CONCURRENT_WRITERS = 4
/** Sessions that look at running queries and kill them. */
const CONCURRENT_MONITORS = 2
/** Sessions that look at the count of failed writes after each insert, and repair tables. */
const CONCURRENT_KEEPERS = 3

interface Limits {
  readonly rows: number
  readonly bytes: number
  readonly seconds: number
}
/** The engine takes 0 as no limit. */
const UNLIMITED: Limits = { rows: 0, bytes: 0, seconds: 0 }

const INSERT_SETTINGS = {
  // One insert makes one part, in one atomic step that is done when the call returns.
  async_insert: 0,
  // For the properties column: no value of a client is guessed to be a date, merged with another one, or refused.
  type_json_skip_invalid_typed_paths: 1,
  type_json_skip_duplicated_paths: 1,
  json_type_escape_dots_in_keys: 1,
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
}

const settingsOfReader = (options: EmbeddedEngineOptions, limits: Limits): string[] => [
  `max_result_rows = ${limits.rows}`,
  `max_result_bytes = ${limits.bytes}`,
  `max_execution_time = ${limits.seconds}`,
  `max_memory_usage = ${options.queryMemoryBytes}`,
  `max_bytes_before_external_group_by = ${Math.floor(options.queryMemoryBytes / 2)}`,
  `max_bytes_before_external_sort = ${Math.floor(options.queryMemoryBytes / 2)}`,
  // For the largest question that query/limits.ts accepts; the engine's default is 256 KiB.
  'max_query_size = 67108864',
  'max_ast_elements = 1000000',
  'max_expanded_ast_elements = 1000000',
  'output_format_json_quote_64bit_integers = 1',
  'json_type_escape_dots_in_keys = 1',
  // A deletion applies to every query at once, also before the files are rewritten.
  'apply_mutations_on_fly = 1',
  // Last, because no setting can be changed after it.
  'readonly = 1',
]

/** ClickHouse in this process. Throws when another process has the folder open. */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<Engine> {
  emptyStandardInput()
  const leaveThreads = keepThreadsLow(options.timer, options.log)
  const { Session: ChdbSession } = await import('chdb')
  const open = () =>
    new ChdbSession(options.folder, { connectionArgs: [`--max_server_memory_usage=${options.memoryBytes}`] })
  const openReader = (limits: Limits) => {
    const session = open()
    for (const setting of settingsOfReader(options, limits)) session.query(`SET ${setting}`)
    return session
  }
  dropEmptyDefinitions(options.folder)
  const finishSettling = options.wasClosed ? () => undefined : settleTables(options.folder)
  // Stays open: chDB releases the lock of the folder when its last Session closes.
  const keeper = open()
  const limits = { rows: MAX_RESULT_ROWS, bytes: MAX_RESULT_BYTES, seconds: options.querySeconds }
  const readers = createSessionPool(() => openReader(limits), CONCURRENT_QUERIES)
  const turns = openTurns(options)
  // A pool of its own, so that slow questions delay neither capture, which looks up uuids, nor the health check.
  const upkeep = createSessionPool(() => openReader(UNLIMITED), CONCURRENT_UPKEEP)
  const writers = createSessionPool(open, CONCURRENT_WRITERS)
  // A pool of its own as well, so that cancelling a question does not wait for an insert.
  const monitors = createSessionPool(open, CONCURRENT_MONITORS)
  const watch = createQueryWatch(options.log)
  const watchMarked: WatchMarked = (queryOptions, marker, waitedMs) =>
    watch(queryOptions, waitedMs, () => monitors.use((monitor) => readSoFar(monitor, marker)))
  const command = (pool: SessionPool) => (text: string) =>
    pool.use(async (session) => {
      await session.queryAsync(text, { format: 'JSONEachRow' })
    })
  const keepers = createSessionPool(open, CONCURRENT_KEEPERS)
  await keepers.use((session) => loadTables(session, options.folder))
  finishSettling()
  const guard = await openDiskGuard({
    engineFolder: options.folder,
    reservedBytes: options.reservedDiskBytes,
    failedWrites: () => keepers.use(countFailedWrites),
    command: command(keepers),
    timer: options.timer,
    log: options.log,
  })
  const ask = createAsk({ guard, monitors, watchMarked })
  async function closeAll(): Promise<void> {
    const closed = [turns.close().then(() => readers.close()), upkeep.close(), writers.close()]
    await Promise.all([leaveThreads(), ...closed])
    await guard.close().finally(() => Promise.all([keepers.close(), monitors.close()]))
    keeper.close()
  }
  let writeCount = 0
  const write = (work: () => Promise<void>) => guard.write(work).finally(() => writeCount++)
  let closing: Promise<void> | undefined
  return {
    async rows(query, queryOptions) {
      requireFewPatterns(query)
      const statement = renderLiterals(query)
      if (queryOptions.isUpkeep) return ask(upkeep, statement, queryOptions, 0)
      return turns.run({ ...queryOptions, statement }, (waitedMs) =>
        ask(readers, statement, queryOptions, waitedMs),
      )
    },
    binary(query, queryOptions) {
      const marker = newMarker()
      const watchStream = () => watchMarked(queryOptions, marker, 0)
      return streamed(() => openReader(UNLIMITED), `${marker}${renderLiterals(query)}`, watchStream)
    },
    insert: (table, columns, lines) =>
      write(() =>
        writers.use(async (session) => {
          const values = Buffer.from(lines.join('\n'))
          await session.insert({ table, columns, values, format: 'TabSeparated', settings: INSERT_SETTINGS })
        }),
      ),
    command: (text) => write(() => command(writers)(text)),
    requireSpace: guard.requireSpace,
    diskState: guard.state,
    writeCount: () => writeCount,
    storedParts: () =>
      guard.whole(async () => {
        const { data } = await guard.read(() => upkeep.use((session) => answerOf(session, ACTIVE_PARTS)))
        return syncedParts(options.folder, data)
      }),
    queryLoad: turns.load,
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}

const openTurns = ({ waitingQueries }: EmbeddedEngineOptions) =>
  createQueryTurns({
    slots: CONCURRENT_QUERIES,
    // Each keeps a core busy: more at once take longer each. Two, so that one of a minute does not hold up all others.
    maxDear: Math.max(2, availableParallelism()),
    maxWaiting: waitingQueries,
    costs: createQueryCosts(),
    nowMs: () => performance.now(),
  })

type WatchMarked = (
  options: QueryOptions,
  marker: string,
  waitedMs: number,
) => ReturnType<ReturnType<typeof createQueryWatch>>

/** Asks with a Session of a pool. `earlierMs` is the time that the query has waited before. */
const createAsk =
  ({ guard, monitors, watchMarked }: { guard: DiskGuard; monitors: SessionPool; watchMarked: WatchMarked }) =>
  (pool: SessionPool, statement: string, options: QueryOptions, earlierMs: number): Promise<unknown[]> => {
    const calledMs = performance.now()
    return guard.read((interrupted) => {
      const signal = anyOf(options.signal, interrupted)
      return pool.use(async (session) => {
        const marker = newMarker()
        const end = watchMarked(options, marker, earlierMs + performance.now() - calledMs)
        const run = () => answerOf(session, `${marker}${statement}`)
        const kill = () => monitors.use((monitor) => killQuery(monitor, marker))
        try {
          const { data, read } = await runStoppable({ signal, run, kill })
          end({ read })
          return data
        } catch (error) {
          end({ error })
          throw error
        }
      }, signal)
    })
  }

const anyOf = (signal: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  signal === undefined ? other : AbortSignal.any([signal, other])

// The engine loads tables in the background. A query of a table waits for it.
async function loadTables(session: Session, engineFolder: string): Promise<void> {
  for (const { table } of tableFolders(engineFolder))
    await answerOf(session, renderLiterals(sql`SELECT 1 FROM ${identifier(table)} LIMIT 0`))
}

const FailedWrites = z.array(z.object({ value: z.coerce.number() })).max(1)

// The engine lists no event that has not occurred.
async function countFailedWrites(session: Session): Promise<number> {
  const query = sql`SELECT value
FROM system.events
WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'`
  const { data } = await answerOf(session, renderLiterals(query))
  return FailedWrites.parse(data)[0]?.value ?? 0
}

interface EngineAnswer {
  readonly data: unknown[]
  readonly statistics: { readonly rows_read: number; readonly bytes_read: number }
}

// The format whose statistics have the rows read: `rowsRead` of chDB are those of the answer. It costs no more CPU than lines.
async function answerOf(session: Session, query: string): Promise<{ data: unknown[]; read: ReadSize }> {
  const result = await session.queryAsync(query, { format: 'JSON' })
  const { data, statistics } = JSON.parse(result.text()) as EngineAnswer
  return { data, read: { rows: statistics.rows_read, bytes: statistics.bytes_read } }
}

// The embedded engine takes no query ids; a comment in front of the text finds the query again.
const newMarker = () => `/* ${randomUUID()} */ `
const isMarked = (marker: string) => sql`startsWith(query, ${text(marker)})`

async function killQuery(session: Session, marker: string): Promise<void> {
  const command = sql`KILL QUERY WHERE ${isMarked(marker)} ASYNC`
  await session.queryAsync(renderLiterals(command), { format: 'JSONEachRow' })
}

const ReadRow = z.object({ rows: z.coerce.number(), bytes: z.coerce.number() })

async function readSoFar(session: Session, marker: string): Promise<ReadSize | null> {
  const query = sql`SELECT read_rows AS rows, read_bytes AS bytes FROM system.processes WHERE ${isMarked(marker)}`
  const { data } = await answerOf(session, renderLiterals(query))
  return data[0] === undefined ? null : ReadRow.parse(data[0])
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
