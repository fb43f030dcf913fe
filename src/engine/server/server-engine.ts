import type { BinaryOptions, EventStore, QueryOptions } from '#engine/event-store.ts'
import { insertRead } from '#engine/insert-readable.ts'
import { type MigrationRecord, recordBeside } from '#engine/migrate-engine.ts'
import { createPatience } from '#engine/patience.ts'
import type { Places } from '#engine/places.ts'
import { createQueryWatch } from '#engine/query-watch.ts'
import { openTurns } from '#engine/questions.ts'
import { type EngineSettings, settingsOfReader, UNLIMITED } from '#engine/reader-settings.ts'
import type { TableSource } from '#engine/root-dictionaries.ts'
import { createVerbs, type StatementRunner } from '#engine/verbs.ts'
import { createWorkSlots } from '#engine/work-slots.ts'
import { type Fragment, identifier, sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Observer } from '#shared/observer.ts'
import { clusterLayout } from './cluster/cluster-layout.ts'
import { findTopology, requireNoReplicas } from './cluster/topology.ts'
import { ServerRefusedError } from './first-contact.ts'
import { createFrozenTables, type FrozenTables } from './frozen-tables.ts'
import { createIncomingMove, type IncomingMove } from './incoming-move.ts'
import { type AskServer, type Layout, oneServer } from './layout.ts'
import { createOwnership, type Ownership } from './ownership.ts'
import { openServer, type Server, type ServerOptions } from './server.ts'
import { endEarlierInserts } from './server-inserts.ts'
import { createServerQuestions, createServerStreams } from './server-questions.ts'
import { createServerReading, JSON_BODY } from './server-reading.ts'
import type { ServerAddress } from './server-url.ts'

export interface ServerEngineOptions extends ServerOptions {
  /** The schema files that have run. */
  readonly record: MigrationRecord
  /**
   * Memory of one query, in bytes. Sorting and grouping spill to disk at half of it, and a result has at
   * most half of it.
   */
  readonly queryMemoryBytes: number
  /** Number of queries that run at once; further queries wait. */
  readonly concurrentQueries: number
  /** Maximum number of queries that wait for their turn. */
  readonly waitingQueries: number
  readonly observer?: Pick<Observer, 'queryEnded'>
}

/** An event store on a ClickHouse server. Its files are the server's own affair. */
export interface ServerEventStore extends EventStore, StatementRunner, Ownership, IncomingMove, FrozenTables {
  /**
   * Ends the inserts of an earlier process on all servers. Must be called before the first look at the stored
   * events, by the only process that may insert.
   */
  endEarlierInserts(): Promise<void>
}

/** Queries of the server's own work at once. */
const CONCURRENT_UPKEEP = 4
/** Enough for one copy of the mirror, which may write four tables at once, beside the inserts of events. */
const CONCURRENT_WRITERS = 6
/**
 * Opens an event store on one ClickHouse server, or on a cluster. Waits for each server for at most a minute.
 * @throws ServerRefusedError if the server cannot be used, with a sentence for the operator
 */
export async function openServerEngine(options: ServerEngineOptions): Promise<ServerEventStore> {
  const { timer, log, querySeconds, queryMemoryBytes } = options
  const watch = createQueryWatch(log, options.observer)
  const turns = openTurns(options.concurrentQueries, options.waitingQueries, options.concurrentQueries)
  const reading = createServerReading(watch, { turns, querySeconds, timer })
  const upkeepSlots = createWorkSlots(CONCURRENT_UPKEEP)
  const writers = createWorkSlots(CONCURRENT_WRITERS)
  const runPatiently = createPatience(() => turns.load().running > 0, timer)
  const upkeepSettings = settingsOfReader(queryMemoryBytes, UNLIMITED)
  const askServer = (server: Server, statement: string, asked: QueryOptions, more: EngineSettings = {}) => {
    const way = { client: server.writer, settings: { ...upkeepSettings, ...more }, body: JSON_BODY }
    const run = () => reading.ask(way, statement, asked, 0)
    return runPatiently(() => upkeepSlots.use(run, asked.signal), asked.signal)
  }
  const askOwn: AskServer = (server, query, asked) => askServer(server, renderLiterals(query), asked)
  const opened: Server[] = []
  const closeServers = () => Promise.all(opened.map((server) => server.close()))
  const layout = await openLayout(options, opened, askOwn).catch(async (error: unknown) => {
    await closeServers()
    throw error
  })
  const questions = createServerQuestions({ ...options, layout, reading, turns, askServer })
  const streams = createServerStreams({ ...options, layout, reading })
  const write = (work: () => Promise<void>) => runPatiently(() => writers.use(work))
  const runner: StatementRunner = {
    rows: (query, queryOptions) =>
      queryOptions.eachServer
        ? ownPlaces.askServers(() => query, { ...queryOptions, eachServer: false })
        : questions.rows(asTaken(query, queryOptions), queryOptions),
    insert: (table, columns, lines) => write(() => layout.insert(table, columns, lines)),
    command: (statement) => places.everywhere(statement),
    // The server keeps space for its own work, and refuses inserts when too little is left.
    requireSpace: () => undefined,
  }
  const asTaken = (query: Fragment, { eachShard = false }: QueryOptions) => layout.statement(query, eachShard)
  const ownPlaces = layout.places(runner, askOwn)
  const places: Places = {
    ...ownPlaces,
    define: (statement) => write(() => ownPlaces.define(statement)),
    everywhere: (statement) => write(() => ownPlaces.everywhere(statement)),
    changeRows: (table, statement) => write(() => ownPlaces.changeRows(table, statement)),
  }
  const record = recordBeside(runner, options.record)
  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    streams.close()
    await Promise.all([turns.close(), upkeepSlots.close(), writers.close()])
    await closeServers()
  }
  return {
    ...questions,
    ...runner,
    insertDeferrable: (table, columns, rows) => insertRead(runner, table, columns, rows),
    native: (query, queryOptions) => questions.native(asTaken(query, queryOptions), queryOptions),
    ...createVerbs(runner, { record, rootSource: rootSourceOf(options.address), places }),
    ...createOwnership(runner, places),
    ...createIncomingMove(runner, places),
    ...createFrozenTables(places),
    async endEarlierInserts() {
      for (const { writer } of opened) await endEarlierInserts(writer, timer)
    },
    stream: (query, queryOptions, receive) =>
      streams.stream(asTaken(query, queryOptions), queryOptions, receive),
    binary: (query: Fragment, queryOptions: BinaryOptions) => {
      const way = { client: layout.initiator().writer, settings: { ...layout.settings, ...upkeepSettings } }
      return reading.binary(way, renderLiterals(asTaken(query, queryOptions)), queryOptions)
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}

/** A dictionary logs in to its own server like the store. */
const rootSourceOf = ({ user, password, database }: ServerAddress): TableSource => ({
  options: sql`USER ${text(user)} PASSWORD ${text(password)} DB ${text(database)} `,
  table: (name) => sql`${identifier(database)}.${identifier(name)}`,
})

async function openLayout(options: ServerEngineOptions, opened: Server[], ask: AskServer): Promise<Layout> {
  const { address, cluster, timer } = options
  if (cluster === null && address.origins.length > 1)
    throw new ServerRefusedError(
      'CLICKHOUSE_URL names several servers. CLICKHOUSE_CLUSTER must then name their cluster.',
    )
  for (const origin of address.origins) opened.push(await openServer(origin, options))
  if (cluster === null) return oneServer(opened[0] as Server, timer)
  const topology = await findTopology(opened, cluster, ask)
  requireNoReplicas(topology, cluster)
  return clusterLayout(topology.flat(), cluster, address.database, timer)
}
