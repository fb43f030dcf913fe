import { availableParallelism } from 'node:os'
import type { Fragment } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { EventStore, QueryOptions } from './event-store.ts'
import { requireFewPatterns } from './pattern-parts.ts'
import type { ReaderLimits } from './reader-settings.ts'
import { createQueryCosts } from './turns/query-costs.ts'
import { createQueryTurns, type QueryTurns } from './turns/query-turns.ts'

const MAX_RESULT_ROWS = 200_000
/**
 * Maximum number of bytes of a result. All of them are in memory at once. A row becomes one string, and may
 * have most of the bytes. A string of 512 MiB cannot be made.
 */
const MAX_RESULT_BYTES = 256 * 1024 * 1024

/**
 * Returns the limits of a question. A result takes memory outside of the engine twice: once as bytes and once
 * as values.
 */
export const questionLimits = (queryMemoryBytes: number, querySeconds: number): ReaderLimits => ({
  rows: MAX_RESULT_ROWS,
  bytes: Math.min(MAX_RESULT_BYTES, Math.floor(queryMemoryBytes / 2)),
  seconds: querySeconds,
})

/** Runs a statement at once and returns its result. `waitedMs` is how long it has waited for its turn. */
export type RunStatement<Data> = (statement: string, options: QueryOptions, waitedMs: number) => Promise<Data>

/** A way of running statements for each form of a result. */
export interface WaysOfReading {
  readonly small: RunStatement<unknown[]>
  readonly large: RunStatement<unknown[]>
  /** For the server's own work, which has no limits and waits for no turn. */
  readonly upkeep: RunStatement<unknown[]>
  readonly native: RunStatement<Uint8Array>
  readonly parquet: RunStatement<Uint8Array>
}

/** The queries that wait for a turn before they run. */
export type Questions = Pick<EventStore, 'rows' | 'native' | 'parquet' | 'queryLoad' | 'resultBytes'>

export function createQuestions(ways: WaysOfReading, turns: QueryTurns, resultBytes: number): Questions {
  const inTurn =
    <Data>(run: RunStatement<Data>) =>
    async (query: Fragment, options: QueryOptions): Promise<Data> => {
      requireFewPatterns(query)
      const statement = renderLiterals(query)
      return turns.run({ ...options, statement }, (waitedMs) => run(statement, options, waitedMs))
    }
  const small = inTurn(ways.small)
  const large = inTurn(ways.large)
  return {
    async rows(query, options) {
      if (!options.isUpkeep) return (options.isLarge ? large : small)(query, options)
      requireFewPatterns(query)
      return ways.upkeep(renderLiterals(query), options, 0)
    },
    native: inTurn(ways.native),
    parquet: inTurn(ways.parquet),
    queryLoad: turns.load,
    resultBytes,
  }
}

/** Opens the turns of an engine that runs `slots` queries at once. */
export const openTurns = (
  slots: number,
  waitingQueries: number,
  cores = availableParallelism(),
): QueryTurns =>
  createQueryTurns({
    slots,
    // Each expensive query keeps a core busy, so if more run at once, each takes longer. At least two run
    // at once, so that one query that takes a minute does not hold up all others.
    maxExpensive: Math.max(2, cores),
    maxWaiting: waitingQueries,
    costs: createQueryCosts(),
    nowMs: () => performance.now(),
  })
