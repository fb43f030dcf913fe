import { randomUUID } from 'node:crypto'
import type { EventStore } from '#engine/event-store.ts'
import { onePlace, type Places } from '#engine/places.ts'
import type { EngineSettings } from '#engine/reader-settings.ts'
import type { StatementRunner } from '#engine/verbs.ts'
import type { Fragment } from '#fragments/fragment.ts'
import type { Timer } from '#shared/clock.ts'
import type { Server } from './server.ts'
import { createServerInserts } from './server-inserts.ts'

/** How the tables lie on servers. */
export interface Layout {
  /** A server of each shard. The rows of all of them together are all rows. */
  shards(): readonly Server[]
  /** The server that answers questions about all rows. */
  initiator(): Server
  /** Settings of questions. */
  readonly settings: EngineSettings
  /** Returns the statement as the servers take it; `eachShard` as in the options of queries. */
  statement(query: Fragment, eachShard: boolean): Fragment
  readonly insert: EventStore['insert']
  /** Returns where statements run; `ask` runs a query of the server's own work on one server. */
  places(runner: Pick<StatementRunner, 'rows'>, ask: AskServer): Places
}

/** Runs a query of the server's own work on one server. */
export type AskServer = (server: Server, ...query: Parameters<EventStore['rows']>) => Promise<unknown[]>

/** Tables on one server. */
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
