import type { Fragment } from '#fragments/fragment.ts'
import type { EventStore, QueryOptions } from './event-store.ts'

/** Returns the name under which a server has its own rows of a table. */
export type StoredName = (table: string) => string

/**
 * Decides on which servers the statements of `src/engine` run. A store has one server or many. Shards have
 * different rows, and the replicas of a shard have the same rows.
 */
export interface Places {
  /** Runs a statement of a schema file on all servers that have its tables. */
  define(statement: string): Promise<void>
  /** Runs a statement on each server. */
  everywhere(statement: string): Promise<void>
  /** Runs a statement that changes rows of a table, once for all servers that have the same rows. */
  changeRows(table: string, statement: (stored: string) => string): Promise<void>
  /** Asks one server of each shard, and returns the rows of all answers. */
  askShards(query: (stored: StoredName) => Fragment, options: QueryOptions): Promise<unknown[]>
  /** Asks every server, and returns the rows of all answers. */
  askServers(query: (stored: StoredName) => Fragment, options: QueryOptions): Promise<unknown[]>
}

interface OnePlace extends Pick<EventStore, 'rows'> {
  command(text: string): Promise<void>
}

/** The places of a store on one server, or of the embedded engine, which has no server. */
export function onePlace({ rows, command }: OnePlace): Places {
  const ask: Places['askShards'] = (query, options) => rows(query(itself), options)
  return {
    define: command,
    everywhere: command,
    changeRows: (table, statement) => command(statement(table)),
    askShards: ask,
    askServers: ask,
  }
}

const itself: StoredName = (table) => table
