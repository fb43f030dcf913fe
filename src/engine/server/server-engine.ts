import { randomUUID } from 'node:crypto'
import type { EngineError } from '#engine/engine-error.ts'
import type { BinaryOptions, EventStore } from '#engine/event-store.ts'
import { type MigrationRecord, recordBeside } from '#engine/migrate-engine.ts'
import { createPatience } from '#engine/patience.ts'
import { createQueryWatch } from '#engine/query-watch.ts'
import { createQuestions, openTurns, questionLimits } from '#engine/questions.ts'
import {
  type EngineSettings,
  settingsOfConverter,
  settingsOfReader,
  settingsOfStream,
  UNLIMITED,
} from '#engine/reader-settings.ts'
import { createRowStreams } from '#engine/stream/row-streams.ts'
import { createVerbs, type StatementRunner } from '#engine/verbs.ts'
import { withinTime } from '#engine/within-time.ts'
import { createWorkSlots } from '#engine/work-slots.ts'
import { type Fragment, identifier, sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import type { Observer } from '#shared/observer.ts'
import {
  type FirstContact,
  meetServer,
  readonlyOf,
  requireRights,
  ServerRefusedError,
} from './first-contact.ts'
import { createOwnership, type Ownership } from './ownership.ts'
import { createServerClient, type ServerClient } from './server-client.ts'
import { createServerInserts } from './server-inserts.ts'
import { bytesBody, createServerReading, JSON_BODY, linesBody, type ReadBody } from './server-reading.ts'
import type { ServerAddress } from './server-url.ts'

export interface ServerEngineOptions {
  readonly address: ServerAddress
  /** A user that only reads, for the questions of clients; null if the main user asks them. */
  readonly reader: { readonly user: string; readonly password: string } | null
  /** The schema files that have run. */
  readonly record: MigrationRecord
  /**
   * Memory of one query, in bytes. Sorting and grouping spill to disk at half of it, and a result has at
   * most half of it.
   */
  readonly queryMemoryBytes: number
  /** Longest run time of one query, in seconds. */
  readonly querySeconds: number
  /** Number of queries that run at once; further queries wait. */
  readonly concurrentQueries: number
  /** Maximum number of queries that wait for their turn. */
  readonly waitingQueries: number
  readonly timer: Timer
  readonly log: Log
  readonly observer?: Pick<Observer, 'queryEnded'>
}

/** An event store on a ClickHouse server. Its files are the server's own affair. */
export interface ServerEventStore extends EventStore, StatementRunner, Ownership {}

/** Queries of the server's own work at once. */
const CONCURRENT_UPKEEP = 4
/** Enough for one copy of the mirror, which may write four tables at once, beside the inserts of events. */
const CONCURRENT_WRITERS = 6
/** A connection of a query is silent for its whole run, and some seconds more if the server is busy. */
const GRACE_MS = 10_000
/** Statements that change tables may wait for the rewriting of all files of a table. */
const COMMAND_MS = 3_600_000
const COMMAND_SETTINGS: EngineSettings = { wait_end_of_query: 1, max_execution_time: 0 }

/**
 * Opens an event store on one ClickHouse server. Waits for the server for at most a minute.
 * @throws ServerRefusedError if the server cannot be used, with a sentence for the operator
 */
export async function openServerEngine(options: ServerEngineOptions): Promise<ServerEventStore> {
  const { address, timer, log, querySeconds, queryMemoryBytes } = options
  const clients = await openClients(options)
  const { writer, commander, reader } = clients
  const watch = createQueryWatch(log, options.observer)
  const turns = openTurns(options.concurrentQueries, options.waitingQueries, options.concurrentQueries)
  const reading = createServerReading(watch, { turns, querySeconds, timer })
  const limits = questionLimits(queryMemoryBytes, querySeconds)
  const { seconds } = limits
  const ofReader = (settings: EngineSettings) => asReader(settings, clients.readonly)
  const inTime =
    <Data>(client: ServerClient, settings: EngineSettings, body: ReadBody<Data>) =>
    (statement: string, ...rest: [Parameters<EventStore['rows']>[1], number]) =>
      withinTime(seconds, () => reading.ask({ client, settings, body }, statement, ...rest))
  const settingsOf = (rows: number, bytes: number) =>
    settingsOfReader(queryMemoryBytes, { rows, bytes, seconds })
  const upkeepSlots = createWorkSlots(CONCURRENT_UPKEEP)
  const writers = createWorkSlots(CONCURRENT_WRITERS)
  const runPatiently = createPatience(() => turns.load().running > 0, timer)
  const upkeepWay = {
    client: writer,
    settings: settingsOfReader(queryMemoryBytes, UNLIMITED),
    body: JSON_BODY,
  }
  const questions = createQuestions(
    {
      small: inTime(reader, ofReader(settingsOf(limits.rows, limits.bytes)), JSON_BODY),
      large: inTime(reader, ofReader(settingsOf(0, 0)), linesBody(limits)),
      native: inTime(reader, ofReader(settingsOf(0, limits.bytes)), bytesBody('Native', limits.bytes)),
      parquet: inTime(
        writer,
        settingsOfConverter(queryMemoryBytes, { ...limits, rows: 0 }),
        bytesBody('Parquet', limits.bytes),
      ),
      upkeep: (statement, queryOptions) =>
        runPatiently(
          () =>
            upkeepSlots.use(() => reading.ask(upkeepWay, statement, queryOptions, 0), queryOptions.signal),
          queryOptions.signal,
        ),
    },
    turns,
    limits.bytes,
  )
  const streamed = {
    client: reader,
    settings: ofReader(settingsOfStream(Math.floor(queryMemoryBytes / 2), UNLIMITED)),
  }
  const streams = createRowStreams((statement, asked, receive) =>
    reading.stream(streamed, statement, asked, receive),
  )
  const insert = createServerInserts(writer, timer)
  const write = (work: () => Promise<void>) => runPatiently(() => writers.use(work))
  const runner: StatementRunner = {
    rows: questions.rows,
    insert: (table, columns, lines) => write(() => insert(table, columns, lines)),
    command: (statement) =>
      write(async () => {
        await commander.run({ statement, queryId: randomUUID(), settings: COMMAND_SETTINGS })
      }),
    // The server keeps space for its own work, and refuses inserts when too little is left.
    requireSpace: () => undefined,
  }
  const rootSource = {
    options: sql`USER ${text(address.user)} PASSWORD ${text(address.password)} DB ${text(address.database)} `,
    table: (name: string) => sql`${identifier(address.database)}.${identifier(name)}`,
  }
  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    streams.close()
    await Promise.all([turns.close(), upkeepSlots.close(), writers.close()])
    await clients.close()
  }
  return {
    ...questions,
    ...runner,
    ...createVerbs(runner, { record: recordBeside(runner, options.record), rootSource }),
    ...createOwnership(runner),
    stream: streams.stream,
    binary: (query: Fragment, queryOptions: BinaryOptions) =>
      reading.binary({ client: writer, settings: upkeepWay.settings }, renderLiterals(query), queryOptions),
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}

const asReader = (settings: EngineSettings, readonly: 1 | null): EngineSettings => {
  const { readonly: _, ...others } = settings
  return readonly === null ? others : settings
}

interface Clients {
  /** Inserts, upkeep and what may call table functions. */
  readonly writer: ServerClient
  /** Statements that may take an hour. */
  readonly commander: ServerClient
  /** The questions of clients. */
  readonly reader: ServerClient
  readonly readonly: 1 | null
  close(): Promise<void>
}

async function openClients(options: ServerEngineOptions): Promise<Clients> {
  const { address, timer, log, querySeconds } = options
  const [origin, ...others] = address.origins
  if (origin === undefined || others.length > 0)
    throw new ServerRefusedError(
      'CLICKHOUSE_URL names several servers. CLICKHOUSE_CLUSTER must then name their cluster.',
    )
  const idleMs = querySeconds * 1_000 + GRACE_MS
  const { user, password, database } = address
  const login = { origin, user, password, idleMs }
  const readerLogin = { ...login, ...options.reader }
  const onOutcome = reportOutcomes(log, origin)
  const without = [login, readerLogin].map((one) => createServerClient({ ...one, database: null }))
  const [first, firstReader] = without as [ServerClient, ServerClient]
  try {
    const contact: FirstContact = { origin, user, database, client: first, timer, log }
    const readerContact = { ...contact, user: readerLogin.user, client: firstReader }
    await meetServer(contact)
    await requireRights(contact, false)
    const readonly = await readonlyOf(readerContact)
    await requireRights(readerContact, true)
    const ofDatabase = { database, onOutcome }
    const all = {
      writer: createServerClient({ ...login, ...ofDatabase }),
      commander: createServerClient({ ...login, ...ofDatabase, idleMs: COMMAND_MS }),
      reader: createServerClient({ ...readerLogin, ...ofDatabase }),
    }
    return {
      ...all,
      readonly,
      close: async () => {
        await Promise.all(Object.values(all).map((client) => client.close()))
      },
    }
  } finally {
    await Promise.all(without.map((client) => client.close()))
  }
}

/** Logs when a server cannot be reached any more, and when it answers again. */
function reportOutcomes(log: Log, origin: string): (failure: EngineError | null) => void {
  let isLost = false
  return (failure) => {
    if (failure !== null && !isLost)
      log.warn({ err: failure }, `The ClickHouse server ${origin} cannot be reached. Requests get a 503.`)
    if (failure === null && isLost) log.warn({}, `The ClickHouse server ${origin} answers again.`)
    isLost = failure !== null
  }
}
