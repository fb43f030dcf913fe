import type { Session } from 'chdb'
import { toEngineError } from '#engine/engine-error.ts'
import type { EventStore, ReceiveRows } from '#engine/event-store.ts'
import { createRowStreams } from '#engine/stream/row-streams.ts'
import { rowsOfLines } from '#engine/stream/rows-of-lines.ts'
import { type RowSource, type StreamRowsDeps, streamRows } from '#engine/stream/stream-rows.ts'
import { MOST_STREAMS } from '#engine/stream/stream-slots.ts'
import type { WatchMarked } from './ask.ts'
import type { DiskGuard } from './disk/disk-guard.ts'
import { KILL_EVERY_MS, killQuery, newMarker } from './marked-query.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'

export interface SessionStreamDeps extends Omit<StreamRowsDeps, 'killEveryMs'> {
  /** Opens a Session with the settings for streams. */
  readonly open: () => Session
  readonly guard: DiskGuard
  /** Sessions that kill queries. */
  readonly monitors: SessionPool
  readonly watchMarked: WatchMarked
}

/** Streams of rows that are read with Sessions. */
interface SessionStreams extends Pick<EventStore, 'stream'> {
  /** Ends the streams, then closes their Sessions. */
  close(): Promise<void>
}

export function createSessionStreams(deps: SessionStreamDeps): SessionStreams {
  const { guard, monitors, watchMarked } = deps
  const pool = createSessionPool(deps.open, MOST_STREAMS)
  const { stream, close } = createRowStreams((statement, options, receive) =>
    guarded(guard, receive, (receiveNow, interrupted) => {
      const asked = { ...options, signal: AbortSignal.any([options.signal, interrupted]) }
      return pool.use((session) => {
        const marker = newMarker()
        const source: RowSource = {
          parts: partsOf(session, `${marker}${statement}`),
          kill: () => monitors.use((monitor) => killQuery(monitor, marker)),
          watch: (waitedMs) => watchMarked(options, marker, waitedMs),
        }
        return streamRows({ ...deps, killEveryMs: KILL_EVERY_MS }, source, statement, asked, receiveNow)
      }, asked.signal)
    }),
  )
  return {
    stream,
    async close() {
      close()
      await pool.close()
    },
  }
}

/**
 * Runs the query through the guard. The guard repeats a query only if none of its rows has been handed over,
 * because rows cannot be taken back.
 */
async function guarded(
  guard: DiskGuard,
  receive: ReceiveRows,
  run: (receive: ReceiveRows, interrupted: AbortSignal) => Promise<void>,
): Promise<void> {
  let hasBegun = false
  const receiveNow: ReceiveRows = (rows) => {
    hasBegun = true
    return receive(rows)
  }
  const failure = await guard.read(async (interrupted) => {
    try {
      await run(receiveNow, interrupted)
      return null
    } catch (error) {
      if (!hasBegun) throw error
      return { error }
    }
  })
  if (failure !== null) throw failure.error
}

async function* partsOf(
  session: Session,
  query: string,
): AsyncGenerator<readonly (readonly unknown[])[], undefined, undefined> {
  try {
    for await (const chunk of session.queryStream(query, { format: 'JSONCompactEachRow' }))
      yield* rowsOfLines<readonly unknown[]>(chunk.raw())
  } catch (error) {
    throw toEngineError(error)
  }
}
