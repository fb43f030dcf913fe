import type { Session } from 'chdb'
import type { EventStore } from '#engine/event-store.ts'
import { createQuestions, openTurns, questionLimits, type RunStatement } from '#engine/questions.ts'
import type { ReaderLimits } from '#engine/reader-settings.ts'
import type { Ask } from './ask.ts'
import {
  chunkedResult,
  jsonResult,
  nativeResult,
  parquetResult,
  type ReadResult,
  withinTimeOf,
} from './query-result.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'
import { createSessionStreams, type SessionStreamDeps } from './session-streams.ts'

/**
 * Number of queries that run at once; further queries wait. With two cores, more at once only makes each
 * take longer.
 */
const CONCURRENT_QUERIES = 4

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
  readonly streams: Omit<SessionStreamDeps, 'turns' | 'querySeconds'>
}

/** The queries that wait for a turn before they run on a Session. */
export interface SessionQuestions
  extends Pick<EventStore, 'rows' | 'native' | 'parquet' | 'stream' | 'queryLoad' | 'resultBytes'> {
  /** Waits for running and waiting queries, then closes their Sessions. */
  close(): Promise<void>
}

export function createSessionQuestions({
  openReader,
  openChunkReader,
  openConverter,
  upkeep,
  ask,
  ...options
}: QuestionsOptions): SessionQuestions {
  const { querySeconds } = options
  const limits = questionLimits(options.queryMemoryBytes, querySeconds)
  const { seconds } = limits
  // The limits of a Session cannot change, so there is one pool for each set of limits. All pools share the
  // turns. So all pools together run no more queries at once than one pool could.
  const poolOf = (open: () => Session) => createSessionPool(open, CONCURRENT_QUERIES)
  const readers = poolOf(() => openReader(limits))
  const nativeReaders = poolOf(() => openReader({ ...limits, rows: 0 }))
  const converters = poolOf(() => openConverter({ ...limits, rows: 0 }))
  const chunkReaders = poolOf(() => openChunkReader({ rows: 0, bytes: 0, seconds }))
  const turns = openTurns(CONCURRENT_QUERIES, options.waitingQueries)
  const streams = createSessionStreams({ ...options.streams, turns, querySeconds })
  const inTime = <Data>(pool: SessionPool, readResult: ReadResult<Data>): RunStatement<Data> => {
    const readInTime = withinTimeOf(seconds, readResult)
    return (statement, queryOptions, waitedMs) => ask(pool, readInTime, statement, queryOptions, waitedMs)
  }
  const questions = createQuestions(
    {
      small: inTime(readers, jsonResult),
      large: inTime(chunkReaders, chunkedResult(limits)),
      upkeep: (statement, queryOptions) => ask(upkeep, jsonResult, statement, queryOptions, 0),
      native: inTime(nativeReaders, nativeResult),
      parquet: inTime(converters, parquetResult),
    },
    turns,
    limits.bytes,
  )
  return {
    ...questions,
    stream: streams.stream,
    async close() {
      const streamsClosed = streams.close()
      await turns.close()
      const pools = [readers, chunkReaders, nativeReaders, converters]
      await Promise.all([streamsClosed, ...pools.map((pool) => pool.close())])
    },
  }
}
