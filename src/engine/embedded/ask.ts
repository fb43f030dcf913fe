import type { QueryOptions } from '#engine/event-store.ts'
import type { WatchQuery } from '#engine/query-watch.ts'
import { runWatched } from '#engine/watched-query.ts'
import type { DiskGuard } from './disk/disk-guard.ts'
import { KILL_EVERY_MS, killQuery, newMarker } from './marked-query.ts'
import type { ReadResult } from './query-result.ts'
import type { SessionPool } from './session-pool.ts'

/** Starts watching the query with this marker; see {@link WatchQuery}. */
export type WatchMarked = (options: QueryOptions, marker: string, waitedMs: number) => ReturnType<WatchQuery>

interface AskDeps {
  readonly guard: DiskGuard
  /** Sessions that kill queries. */
  readonly monitors: SessionPool
  readonly watchMarked: WatchMarked
}

/** Runs a statement on a Session of a pool. `earlierMs` is how long the query has waited before this call. */
export type Ask = <Data>(
  pool: SessionPool,
  readResult: ReadResult<Data>,
  statement: string,
  options: QueryOptions,
  earlierMs: number,
) => Promise<Data>

export const createAsk =
  ({ guard, monitors, watchMarked }: AskDeps): Ask =>
  (pool, readResult, statement, options, earlierMs) => {
    const calledMs = performance.now()
    return guard.read((interrupted) => {
      const signal = anyOf(options.signal, interrupted)
      return pool.use(async (session) => {
        const marker = newMarker()
        const end = watchMarked(options, marker, earlierMs + performance.now() - calledMs)
        const run = () => readResult(session, `${marker}${statement}`)
        const kill = () => monitors.use((monitor) => killQuery(monitor, marker))
        return runWatched({ signal, run, kill, killEveryMs: KILL_EVERY_MS }, end, options)
      }, signal)
    })
  }

const anyOf = (signal: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  signal === undefined ? other : AbortSignal.any([signal, other])
