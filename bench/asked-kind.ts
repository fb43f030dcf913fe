import type { Fragment } from '../src/fragments/fragment.ts'
import type { EngineQuery } from '../src/insights/kind/engine-query.ts'
import type { Walk } from '../src/sequences/actor-events.ts'
import { createChunkWalk } from '../src/sequences/walk-chunk.ts'
import { createWalkMemory } from '../src/sequences/walk-memory.ts'
import type { Asked } from './pairs.ts'

type Queries = Readonly<Record<string, Pick<EngineQuery<unknown>, 'run'>>>

/**
 * Runs all queries of a question, one after the other. `events` is how many events of the project have the
 * names in the question.
 */
export const askedOf =
  (queries: Queries, events: number): Asked =>
  async (executors) => {
    const results: Record<string, unknown> = {}
    for (const [name, query] of Object.entries(queries))
      results[name] = await query.run(executors, { name: 'bench', projectId: 1, events }, results)
  }

/** Walks rows in this thread. There they cost as much CPU as in a worker. */
export const walked =
  (rows: Fragment, start: () => Walk<unknown>): Asked =>
  async ({ engine }) => {
    const walk = start()
    const bytes = await engine.native(rows, { name: 'bench', projectId: 1 })
    createChunkWalk(walk, createWalkMemory())({ bytes, sinceMs: 0, endsChunk: true })
    walk.result()
  }
