import { cancelled, EngineError } from '#engine/engine-error.ts'
import type { Asker } from '#engine/event-store.ts'
import { RequestError } from '#shared/request-error.ts'
import { createFairQueue, type Waiting } from './fair-queue.ts'
import type { CostedQuery, QueryCosts } from './query-costs.ts'

/** A query that needs a turn. Without a share it belongs to the unnamed callers. */
export type TurnQuery = CostedQuery &
  Partial<Asker> & {
    /**
     * Set for a query that has begun and takes a further turn. It may always wait, however many queries
     * wait already.
     */
    readonly isBegun?: true
  }

/** The number of queries that run, and the number of queries that wait for their turn. */
export interface QueryLoad {
  readonly running: number
  readonly waiting: number
}

/** Gives queries their turns at the few slots of the engine. */
export interface QueryTurns {
  /**
   * Runs `work` when its turn comes. The signal ends the wait, and has no effect on work that has begun.
   * @throws EngineError `cancelled` if the signal ended the wait.
   * @throws RequestError `throttled` if too many queries wait already.
   */
  run<T>(query: TurnQuery, work: (waitedMs: number) => Promise<T>): Promise<T>
  /** Returns the present numbers of queries. */
  load(): QueryLoad
  /** Refuses further queries. Resolves when the running and waiting queries have ended. */
  close(): Promise<void>
}

export interface QueryTurnsOptions {
  /** Number of queries that run at once. */
  readonly slots: number
  /**
   * Maximum number of expensive queries that run at once. In any case they leave one slot to short queries.
   */
  readonly maxExpensive: number
  /** Maximum number of waiting queries. One project may have half of them, and one share a quarter. */
  readonly maxWaiting: number
  readonly costs: QueryCosts
  /** Returns the time of a monotonic clock, in ms. */
  readonly nowMs: () => number
}

/** The share of work that no client waits for: computations in the background. */
export const BACKGROUND = 'background'
const BACKGROUND_WEIGHT = 0.25
const UNNAMED = 'unnamed'
const NO_PROJECT = 0

/** A query is short if its estimate is at most this time and it has not yet run longer than this time. */
export const SHORT_MS = 250

interface Turn extends Waiting {
  begin(): void
}
interface Running {
  readonly startedMs: number
  /** The estimate when the query began. */
  readonly costMs: number
}
interface Taken {
  readonly turn: Turn
  readonly slot: Running
}

/**
 * Takes waiting queries in the order of {@link createFairQueue}. Expensive queries leave slots free for
 * short ones.
 */
export function createQueryTurns({
  slots,
  maxExpensive,
  maxWaiting,
  costs,
  nowMs,
}: QueryTurnsOptions): QueryTurns {
  const queue = createFairQueue<Turn>()
  const running = new Set<Running>()
  const slotsForExpensive = Math.max(1, Math.min(slots - 1, maxExpensive))
  let isClosed = false
  let onDrained: (() => void) | undefined

  // A query that has run longer than its estimate counts as expensive once it exceeds `SHORT_MS`.
  const isExpensive = ({ costMs, startedMs }: Running) => Math.max(costMs, nowMs() - startedMs) > SHORT_MS
  const mayBegin = (turn: Turn) =>
    turn.costMs() <= SHORT_MS || [...running].filter(isExpensive).length < slotsForExpensive

  function fillSlots(): void {
    while (running.size < slots) {
      const next = queue.take(mayBegin)
      if (next === null) break
      next.begin()
    }
    if (running.size === 0) onDrained?.()
  }
  function requirePlace(projectId: number, share: string): void {
    const ofProject = queue.waiting(projectId)
    const ofShare = queue.waiting(projectId, share).length
    const isFull =
      queue.waiting().length >= maxWaiting ||
      ofProject.length >= maxWaiting / 2 ||
      ofShare >= Math.max(1, maxWaiting / 4)
    // One query of each share may always wait, however many queries of others wait.
    if (!isFull || ofShare === 0) return
    const waitMs = ofProject.reduce((sum, { costMs }) => sum + costMs(), 0) / slots
    throw tooManyQueries(ofProject.length, waitMs)
  }
  function waitForTurn(query: TurnQuery, enqueuedMs: number): Promise<Taken> {
    const { projectId, share = UNNAMED, signal } = query
    const costMs = costs.of(query)
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        ...{ projectId: projectId ?? NO_PROJECT, share, costMs, enqueuedMs },
        weight: share === BACKGROUND ? BACKGROUND_WEIGHT : 1,
        begin() {
          signal?.removeEventListener('abort', leave)
          const slot = { startedMs: nowMs(), costMs: costMs() }
          running.add(slot)
          resolve({ turn, slot })
        },
      }
      const leave = () => {
        queue.remove(turn)
        reject(cancelled())
      }
      if (!query.isBegun) requirePlace(turn.projectId, share)
      signal?.addEventListener('abort', leave, { once: true })
      queue.add(turn)
      fillSlots()
    })
  }
  return {
    async run(query, work) {
      if (isClosed) throw new EngineError('closed', 'The event store is closed.')
      if (query.signal?.aborted) throw cancelled()
      const enqueuedMs = nowMs()
      const { turn, slot } = await waitForTurn(query, enqueuedMs)
      try {
        return await work(slot.startedMs - enqueuedMs)
      } finally {
        const tookMs = nowMs() - slot.startedMs
        // The time of a stopped query is not recorded: it would have taken longer.
        if (!query.signal?.aborted) costs.note(query, tookMs)
        running.delete(slot)
        queue.settle(turn, slot.costMs, tookMs)
        fillSlots()
      }
    },
    load: () => ({ running: running.size, waiting: queue.waiting().length }),
    async close() {
      isClosed = true
      if (running.size > 0) await new Promise<void>((resolve) => (onDrained = resolve))
    },
  }
}

const MOST_RETRY_SECONDS = 60

function tooManyQueries(waiting: number, waitMs: number): RequestError {
  const seconds = Math.min(MOST_RETRY_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)))
  return new RequestError(
    'throttled',
    'too_many_queries',
    `${waiting} queries of this project wait already. Ask again in ${seconds} seconds, and ask fewer at once.`,
    null,
    seconds,
  )
}
