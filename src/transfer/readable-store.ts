import type { EventStore, ReceiveRows } from '#engine/event-store.ts'
import type { Fragment } from '#fragments/fragment.ts'

/** An event store whose rows are read, and do not change meanwhile. */
export interface ReadableStore {
  /** Returns the name under which the rows of a table are stored. */
  storedName(table: string): string
  /** Gives all rows of a statement to `receive`. A store with shards runs it on each of them in turn. */
  stream(name: string, query: Fragment, receive: ReceiveRows): Promise<void>
}

/** Returns the rows of a store; `storedName` as in {@link ReadableStore}. After `signal`, reading fails. */
export const readableStore = (
  engine: Pick<EventStore, 'stream'>,
  storedName: ReadableStore['storedName'] = (table) => table,
  signal?: AbortSignal,
): ReadableStore => ({
  storedName,
  async stream(name, query, receive) {
    try {
      const options = { name: `transfer.${name}`, projectId: null, eachShard: true, signal }
      await engine.stream(query, options, receive)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
})
