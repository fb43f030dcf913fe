import type { BinaryOptions, EventStore } from '#engine/event-store.ts'
import type { Fragment } from '#fragments/fragment.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** The queries of an event store. */
export type Reads = Pick<EventStore, 'rows' | 'native' | 'parquet' | 'stream' | 'binary'>

/** Makes each query wait until the rows that were in the log before it are in their tables. */
export function readAfterLog(tables: Reads, log: Pick<WriteAheadLog, 'applied'>): Reads {
  // Without rows in the log, the query begins in the same turn of the event loop.
  const after = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    const applied = log.applied()
    return applied === null ? read() : applied.then(read)
  }
  async function* binary(query: Fragment, options: BinaryOptions): AsyncIterable<Uint8Array> {
    await log.applied()
    yield* tables.binary(query, options)
  }
  return {
    rows: (query, options) =>
      options.readsNoRows ? tables.rows(query, options) : after(() => tables.rows(query, options)),
    native: (query, options) => after(() => tables.native(query, options)),
    parquet: (query, options) => after(() => tables.parquet(query, options)),
    stream: (query, options, receive) => after(() => tables.stream(query, options, receive)),
    binary,
  }
}
