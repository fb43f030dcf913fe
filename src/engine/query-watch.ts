import type { Log } from '#shared/log.ts'
import { NO_OBSERVER, type Observer } from '#shared/observer.ts'
import { type EngineErrorKind, toEngineError } from './engine-error.ts'
import type { QueryOptions } from './event-store.ts'

/** Rows and bytes that a query has read from its tables. */
export interface ReadSize {
  readonly rows: number
  readonly bytes: number
}

/** The end of a query. `read` is null if the engine gives no numbers. */
export type QueryEnd = { readonly read: ReadSize | null } | { readonly error: unknown }

/**
 * Starts watching a query that has left the queue after `waitedMs`. `readSoFar` gives the numbers of the
 * running query; null if the engine does not list it. The caller must call the returned function when the
 * query has ended.
 */
export type WatchQuery = (
  options: QueryOptions,
  waitedMs: number,
  readSoFar: () => Promise<ReadSize | null>,
) => (end: QueryEnd) => void

/** Queries that take longer than this are logged. */
const SLOW_MS = 1_000
/** Interval at which the watch looks up how much a running query has read. */
const LOOK_MS = 1_000

/**
 * Logs every query that fails or is slow. The line contains no query text and no values. For a failure it has
 * only the kind, because the engine's message quotes the query and its values. A cancelled query is logged
 * only if it was slow.
 */
export const createQueryWatch =
  (log: Log, observer: Pick<Observer, 'queryEnded'> = NO_OBSERVER): WatchQuery =>
  (options, waitedMs, readSoFar) => {
    const startedMs = performance.now()
    const progress = followProgress(readSoFar)
    return (end) => {
      progress.end()
      const ms = performance.now() - startedMs
      const failure = 'error' in end ? toEngineError(end.error).kind : null
      const { name: query, projectId: project, share } = options
      observer.queryEnded({
        ...{ name: query, projectId: project, share: options.isUpkeep ? undefined : share },
        ...{ seconds: ms / 1_000, waitedSeconds: waitedMs / 1_000, failure },
      })
      if (ms <= SLOW_MS && isQuiet(failure)) return
      const times = { ms: Math.round(ms), waitedMs: Math.round(waitedMs) }
      // The engine gives no numbers for a failure or a stream; the numbers of the last look are logged.
      const { rows: rowsRead, bytes: bytesRead } = readOf(end) ?? progress.last() ?? NOT_KNOWN
      const sentence = failure === null ? 'A query was slow.' : 'A query failed.'
      log.warn({ query, project, failure, ...times, rowsRead, bytesRead }, sentence)
    }
  }

const NOT_KNOWN = { rows: null, bytes: null }
const readOf = (end: QueryEnd) => ('error' in end ? null : end.read)

const isQuiet = (failure: EngineErrorKind | null) => failure === null || failure === 'cancelled'

interface Progress {
  last(): ReadSize | null
  end(): void
}

function followProgress(look: () => Promise<ReadSize | null>): Progress {
  let seen: ReadSize | null = null
  let isOver = false
  let timeout: NodeJS.Timeout | undefined
  const lookLater = () => {
    timeout = setTimeout(lookNow, LOOK_MS).unref()
  }
  const lookNow = async () => {
    // If the numbers cannot be looked up, the only effect is that the log line lacks them.
    seen = (await look().catch(() => null)) ?? seen
    if (!isOver) lookLater()
  }
  lookLater()
  return {
    last: () => seen,
    end() {
      isOver = true
      clearTimeout(timeout)
    },
  }
}
