import { cancelled, EngineError } from '#engine/engine-error.ts'
import type { QueryOptions, ReceiveRows } from '#engine/event-store.ts'
import type { QueryEnd } from '#engine/query-watch.ts'
import { runStoppable } from '#engine/stoppable-query.ts'
import type { QueryTurns } from '#engine/turns/query-turns.ts'
import type { Timer } from '#shared/clock.ts'
import { within } from './within.ts'

export interface StreamRowsDeps {
  readonly turns: QueryTurns
  /** Maximum time in seconds until the next part of the rows has come. */
  readonly querySeconds: number
  readonly timer: Timer
  /** Time from the end of one attempt to kill the query to the next. */
  readonly killEveryMs: number
}

/** The running query of a stream. */
export interface RowSource {
  /** Yields the rows, some at a time. The query begins with the first call of `next`. */
  readonly parts: AsyncGenerator<readonly (readonly unknown[])[], undefined, undefined>
  /** Tells the engine to stop the query. */
  readonly kill: () => Promise<void>
  /** Starts watching the query, which has waited for `waitedMs`. */
  readonly watch: (waitedMs: number) => (end: QueryEnd) => void
}

/** Options of a query that can be stopped. */
export type Asked = QueryOptions & { readonly signal: AbortSignal }

/** A receiver that takes no rows for this long is treated as gone. */
export const RECEIVE_MS = 60_000
/** Maximum time of a whole stream. A join without a condition could give rows for ever. */
const WHOLE_MS = 3_600_000

/** Gives the rows of a query to `receive`, part by part: {@link EventStore.stream}. */
export async function streamRows(
  { turns, querySeconds, timer, killEveryMs }: StreamRowsDeps,
  { parts, kill, watch }: RowSource,
  statement: string,
  options: Asked,
  receive: ReceiveRows,
): Promise<void> {
  const slow = new AbortController()
  const signal = AbortSignal.any([options.signal, slow.signal])
  let end: (outcome: QueryEnd) => void = () => undefined
  const run = async () => {
    const next = async (isFirst: boolean) => {
      const work = async (waitedMs: number) => {
        if (isFirst) end = watch(waitedMs)
        const part = parts.next()
        return within(timer, querySeconds * 1000, part, () => slow.abort())
      }
      // Only the first part takes as long as the statement. The other parts have another name, so that their
      // times are estimated separately.
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
    await within(timer, WHOLE_MS, runStoppable({ signal, run, kill, killEveryMs }), () => slow.abort())
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
