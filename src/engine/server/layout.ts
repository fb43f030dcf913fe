import { randomUUID } from 'node:crypto'
import type { EventStore } from '#engine/event-store.ts'
import { onePlace, type Places } from '#engine/places.ts'
import type { EngineSettings } from '#engine/reader-settings.ts'
import type { StatementRunner } from '#engine/verbs.ts'
import type { Fragment } from '#fragments/fragment.ts'
import type { Timer } from '#shared/clock.ts'
import type { Server } from './server.ts'
import { createServerInserts } from './server-inserts.ts'

/** Decides how the tables are spread over ClickHouse servers. */
export interface Layout {
  /** Returns one server of each shard. Together these servers have all rows. */
  shards(): readonly Server[]
  /** Returns the server to which questions about all rows are sent. */
  initiator(): Server
  /** Settings that every question has in this layout. */
  readonly settings: EngineSettings
  /**
   * Returns the statement in the form in which the servers get it. `eachShard` is the option of
   * `QueryOptions`.
   */
  statement(query: Fragment, eachShard: boolean): Fragment
  readonly insert: EventStore['insert']
  /**
   * Returns the servers on which statements run. `ask` runs a query of Throughline's own work on one server.
   */
  places(runner: Pick<StatementRunner, 'rows'>, ask: AskServer): Places
}

/** Runs a query of Throughline's own work on one ClickHouse server. */
export type AskServer = (server: Server, ...query: Parameters<EventStore['rows']>) => Promise<unknown[]>

/** The layout of tables on a single server. */
export const oneServer = (server: Server, timer: Timer): Layout => ({
  shards: () => [server],
  initiator: () => server,
  settings: {},
  statement: (query) => query,
  insert: createServerInserts(server.writer, timer),
  places: ({ rows }) => onePlace({ rows, command: (statement) => commandServer(server, statement) }),
})

const COMMAND_SETTINGS: EngineSettings = { wait_end_of_query: 1, max_execution_time: 0 }

/** Runs a statement that changes data or tables on one server. */
export async function commandServer({ commander }: Server, statement: string): Promise<void> {
  await commander.run({ statement, queryId: randomUUID(), settings: COMMAND_SETTINGS })
}
