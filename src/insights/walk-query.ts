import { actorChunks, type DividedRows, type RowsOfActors } from './actor-chunks.ts'
import type { EngineQuery } from './kind.ts'

/**
 * A query whose rows are walked by the walk of this name (walks.ts): `actor`, `at`, `mask` and perhaps `value`, as `Walkers.run` takes
 * them. `job` is what the walk is started with. `divided` tells of a `value`.
 */
export const walkOf = <Result>(
  walk: string,
  job: unknown,
  rowsOf: RowsOfActors,
  divided: DividedRows,
): EngineQuery<Result> => ({
  sql: rowsOf(null, null),
  isWalked: true,
  run: ({ engine, walkers }, options) =>
    walkers.run(walk, job, actorChunks(engine, rowsOf, options, divided), options.signal),
})
