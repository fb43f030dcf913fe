import type { Asker } from '#engine/engine.ts'
import { cancelled, EngineError } from '#engine/engine-error.ts'
import { RequestError } from '#shared/request-error.ts'
import { createFairQueue, type Waiting } from './fair-queue.ts'
import type { CostedQuery, QueryCosts } from './query-costs.ts'

/** A query that needs a turn; without a share it is of the callers without a name. */
export type TurnQuery = CostedQuery &
  Partial<Asker> & {
    /** For a query that has begun and goes on: it waits however many wait. */
    readonly isBegun?: true
  }

/** The numbers of queries that run and that wait for their turn. */
export interface QueryLoad {
  readonly running: number
  readonly waiting: number
}

/** Turns of queries at the few slots of the engine. */
export interface QueryTurns {
  /**
   * Runs `work` at its turn. The signal ends the wait, and has no effect on work that has begun. @throws EngineError `cancelled`
   * where the wait was ended, RequestError `throttled` where too many queries wait already.
   */
  run<T>(query: TurnQuery, work: (waitedMs: number) => Promise<T>): Promise<T>
  /** The numbers of queries at this moment. */
  load(): QueryLoad
  /** Refuses further queries, and resolves when those that run and wait have ended. */
  close(): Promise<void>
}

export interface QueryTurnsOptions {
  /** Queries that run at once. */
  readonly slots: number
  /** Most dear queries that run at once. In any case they leave one slot to short ones. */
  readonly maxDear: number
  /** Most waiting queries. One project may have half of them, and one share a half of that. */
  readonly maxWaiting: number
  readonly costs: QueryCosts
  /** A clock that only goes on, in ms. */
  readonly nowMs: () => number
}

/** The share of work that no client waits for: computations in the background. */
export const BACKGROUND = 'background'
const BACKGROUND_WEIGHT = 0.25
const UNNAMED = 'unnamed'
const NO_PROJECT = 0

/** Shorter queries are short, by their estimate and until they have run longer. */
export const SHORT_MS = 250

interface Turn extends Waiting {
  begin(): void
}
interface Running {
  readonly startedMs: number
  /** As estimated when it began. */
  readonly costMs: number
}
interface Taken {
  readonly turn: Turn
  readonly slot: Running
}

/** The queue in the order of {@link createFairQueue}; dear queries leave slots to short ones. */
export function createQueryTurns({
  slots,
  maxDear,
  maxWaiting,
  costs,
  nowMs,
}: QueryTurnsOptions): QueryTurns {
  const queue = createFairQueue<Turn>()
  const running = new Set<Running>()
  const slotsOfDear = Math.max(1, Math.min(slots - 1, maxDear))
  let isClosed = false
  let onDrained: (() => void) | undefined

  // A query that runs longer than its estimate is a dear one.
  const isDear = ({ costMs, startedMs }: Running) => Math.max(costMs, nowMs() - startedMs) > SHORT_MS
  const mayBegin = (turn: Turn) =>
    turn.costMs() <= SHORT_MS || [...running].filter(isDear).length < slotsOfDear

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
    // A share without a waiting query gets a place, however many others wait.
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
        // A query that was stopped would have taken longer.
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
