import { availableParallelism } from 'node:os'
import type { Session } from 'chdb'
import type { EventStore, QueryOptions } from '#engine/event-store.ts'
import { requireFewPatterns } from '#engine/pattern-parts.ts'
import type { ReaderLimits } from '#engine/reader-settings.ts'
import { createQueryCosts } from '#engine/turns/query-costs.ts'
import { createQueryTurns } from '#engine/turns/query-turns.ts'
import type { Fragment } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Ask } from './ask.ts'
import {
  chunkedResult,
  jsonResult,
  nativeResult,
  parquetResult,
  type ReadResult,
  withinTime,
} from './query-result.ts'
import { createRowStreams, type RowStreamDeps } from './row-streams.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'

/**
 * Number of queries that run at once; further queries wait. With two cores, more at once only makes each
 * take longer.
 */
const CONCURRENT_QUERIES = 4
const MAX_RESULT_ROWS = 200_000
/** A result of rows becomes one string in memory. A string of 512 MiB cannot be made. */
const MAX_RESULT_BYTES = 256 * 1024 * 1024
/**
 * Returns the maximum number of bytes of a result. A result takes memory outside of the engine twice: once
 * as text and once as values.
 */
const resultBytesOf = (queryMemoryBytes: number): number =>
  Math.min(MAX_RESULT_BYTES, Math.floor(queryMemoryBytes / 2))

interface QuestionsOptions {
  readonly openReader: (limits: ReaderLimits) => Session
  /** Opens a Session whose results are taken chunk by chunk. */
  readonly openChunkReader: (limits: ReaderLimits) => Session
  /** Opens a Session for {@link EventStore.parquet}. */
  readonly openConverter: (limits: ReaderLimits) => Session
  /** Sessions for queries that do not wait for a turn. */
  readonly upkeep: SessionPool
  readonly ask: Ask
  readonly queryMemoryBytes: number
  readonly querySeconds: number
  readonly waitingQueries: number
  readonly streams: Omit<RowStreamDeps, 'turns' | 'querySeconds'>
}

/** The queries that wait for a turn before they run. */
export interface Questions
  extends Pick<EventStore, 'rows' | 'native' | 'parquet' | 'stream' | 'queryLoad' | 'resultBytes'> {
  /** Waits for running and waiting queries, then closes their Sessions. */
  close(): Promise<void>
}

export function createQuestions({
  openReader,
  openChunkReader,
  openConverter,
  upkeep,
  ask,
  ...options
}: QuestionsOptions): Questions {
  const limits = {
    rows: MAX_RESULT_ROWS,
    bytes: resultBytesOf(options.queryMemoryBytes),
    seconds: options.querySeconds,
  }
  const readers = createSessionPool(() => openReader(limits), CONCURRENT_QUERIES)
  // The limits of a Session cannot change, so there is one pool for each set of limits. All pools share the
  // turns, so that together they run no more queries at once.
  const nativeReaders = createSessionPool(() => openReader({ ...limits, rows: 0 }), CONCURRENT_QUERIES)
  const converters = createSessionPool(() => openConverter({ ...limits, rows: 0 }), CONCURRENT_QUERIES)
  const turns = openTurns(options.waitingQueries)
  const { seconds } = limits
  const chunkReaders = createSessionPool(
    () => openChunkReader({ rows: 0, bytes: 0, seconds }),
    CONCURRENT_QUERIES,
  )
  const { querySeconds } = options
  const streams = createRowStreams({ ...options.streams, turns, querySeconds })
  const inTurn = <Data>(pool: SessionPool, readResult: ReadResult<Data>) => {
    const inTime = withinTime(seconds, readResult)
    return async (query: Fragment, queryOptions: QueryOptions): Promise<Data> => {
      requireFewPatterns(query)
      const statement = renderLiterals(query)
      return turns.run({ ...queryOptions, statement }, (waitedMs) =>
        ask(pool, inTime, statement, queryOptions, waitedMs),
      )
    }
  }
  const small = inTurn(readers, jsonResult)
  const large = inTurn(chunkReaders, chunkedResult(limits))
  return {
    async rows(query, queryOptions) {
      if (!queryOptions.isUpkeep) return (queryOptions.isLarge ? large : small)(query, queryOptions)
      requireFewPatterns(query)
      return ask(upkeep, jsonResult, renderLiterals(query), queryOptions, 0)
    },
    native: inTurn(nativeReaders, nativeResult),
    parquet: inTurn(converters, parquetResult),
    stream: streams.stream,
    queryLoad: turns.load,
    resultBytes: limits.bytes,
    async close() {
      const streamsClosed = streams.close()
      await turns.close()
      const pools = [readers, chunkReaders, nativeReaders, converters]
      await Promise.all([streamsClosed, ...pools.map((pool) => pool.close())])
    },
  }
}

const openTurns = (waitingQueries: number) =>
  createQueryTurns({
    slots: CONCURRENT_QUERIES,
    // Each expensive query keeps a core busy, so if more run at once, each takes longer. At least two run
    // at once, so that one query that takes a minute does not hold up all others.
    maxExpensive: Math.max(2, availableParallelism()),
    maxWaiting: waitingQueries,
    costs: createQueryCosts(),
    nowMs: () => performance.now(),
  })
