import { EngineError } from '#engine/engine-error.ts'
import type { EngineQuery } from '#insights/kind/engine-query.ts'
import { actorChunks, type DividedRows, type RowsOfActors, SMALL_CHUNKS } from './actor-chunks.ts'

/**
 * A query whose rows are walked by the walk named `walk` (walks.ts). The rows have `actor`, `at`, `mask`
 * and perhaps `value`, as `Walkers.run` takes them. The walk is started with `job`. `divided` says whether
 * rows have a `value`. If a walk runs out of memory, the rows are walked again in smaller chunks.
 */
export const walkOf = <Result>(
  walk: string,
  job: unknown,
  rowsOf: RowsOfActors,
  divided: DividedRows,
): EngineQuery<Result> => ({
  sql: rowsOf(null, null),
  isWalked: true,
  run: async ({ engine, walkers }, options) => {
    const walkChunks = (keptShare?: number) =>
      walkers.run<Result>(walk, job, actorChunks(engine, rowsOf, options, divided, keptShare), options.signal)
    try {
      return await walkChunks()
    } catch (error) {
      if (!(error instanceof EngineError && error.kind === 'memory')) throw error
      return walkChunks(SMALL_CHUNKS)
    }
  },
})
