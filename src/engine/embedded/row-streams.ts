import type { Session } from 'chdb'
import { cancelled, EngineError, toEngineError } from '#engine/engine-error.ts'
import type { EventStore, QueryOptions, ReceiveRows } from '#engine/event-store.ts'
import { requireFewPatterns } from '#engine/pattern-parts.ts'
import type { QueryEnd } from '#engine/query-watch.ts'
import { rowsOfLines } from '#engine/stream/rows-of-lines.ts'
import { createStreamSlots, MOST_STREAMS } from '#engine/stream/stream-slots.ts'
import { within } from '#engine/stream/within.ts'
import type { QueryTurns } from '#engine/turns/query-turns.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Timer } from '#shared/clock.ts'
import type { WatchMarked } from './ask.ts'
import type { DiskGuard } from './disk/disk-guard.ts'
import { killQuery, newMarker } from './marked-query.ts'
import { createSessionPool, type SessionPool } from './session-pool.ts'
import { runStoppable } from './stoppable-query.ts'

export interface RowStreamDeps {
  /** Opens a Session with the settings for streams. */
  readonly open: () => Session
  readonly turns: QueryTurns
  readonly guard: DiskGuard
  /** Sessions that kill queries. */
  readonly monitors: SessionPool
  readonly watchMarked: WatchMarked
  /** Maximum time for each part of the rows. */
  readonly querySeconds: number
  readonly timer: Timer
}

/** Results that are given part by part: {@link EventStore.stream}. */
export interface RowStreams extends Pick<EventStore, 'stream'> {
  /** Ends the streams, then closes their Sessions. */
  close(): Promise<void>
}

/** A receiver that takes no rows for this long is treated as gone. */
const RECEIVE_MS = 60_000
/** Limit for a whole stream. A join without a condition could give rows for ever. */
const WHOLE_MS = 3_600_000

export function createRowStreams(deps: RowStreamDeps): RowStreams {
  const places = createStreamSlots()
  const pool = createSessionPool(deps.open, MOST_STREAMS)
  const closing = new AbortController()
  return {
    async stream(query, options, receive) {
      requireFewPatterns(query)
      const leave = places.enter(options.projectId)
      try {
        const statement = renderLiterals(query)
        await guarded(deps.guard, receive, (receiveNow, interrupted) => {
          const signals = [options.signal, interrupted, closing.signal].filter((one) => one !== undefined)
          const asked = { ...options, signal: AbortSignal.any(signals) }
          return pool.use((session) => streamRows(deps, session, statement, asked, receiveNow), asked.signal)
        })
      } finally {
        leave()
      }
    },
    async close() {
      closing.abort()
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

type Asked = QueryOptions & { readonly signal: AbortSignal }

async function streamRows(
  { turns, monitors, watchMarked, querySeconds, timer }: RowStreamDeps,
  session: Session,
  statement: string,
  options: Asked,
  receive: ReceiveRows,
): Promise<void> {
  const marker = newMarker()
  const kill = () => monitors.use((monitor) => killQuery(monitor, marker))
  const slow = new AbortController()
  const signal = AbortSignal.any([options.signal, slow.signal])
  let end: (outcome: QueryEnd) => void = () => undefined
  const run = async () => {
    const parts = partsOf(session, `${marker}${statement}`)
    const next = async (isFirst: boolean) => {
      const work = async (waitedMs: number) => {
        if (isFirst) end = watchMarked(options, marker, waitedMs)
        const part = parts.next()
        return within(timer, querySeconds * 1000, part, () => slow.abort())
      }
      // Only the first part takes as long as the whole statement. The other parts have a name of their own
      // for the estimates.
      const costed = isFirst
        ? { ...options, statement }
        : { ...options, ...MORE, name: `${options.name}.more` }
      return turns.run({ ...costed, signal }, work)
    }
    try {
      for (let part = await next(true); !part.done; part = await next(false))
        await within(timer, RECEIVE_MS, stopped(receive(part.value), signal), () => slow.abort())
    } finally {
      await parts.return(undefined)
    }
  }
  try {
    await within(timer, WHOLE_MS, runStoppable({ signal, run, kill }), () => slow.abort())
    end({ read: null })
  } catch (error) {
    const told = slow.signal.aborted && !options.signal.aborted ? tooSlow() : error
    end({ error: told })
    throw told
  }
}

const MORE = { statement: '', events: undefined, isBegun: true } as const

const tooSlow = () => new EngineError('timeout', 'A part of the rows took too long.')

/** Settles like `work`, but rejects with `cancelled` as soon as the signal aborts. */
function stopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
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
