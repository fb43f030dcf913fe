import { expect, test } from 'vitest'
import { EngineError, type EngineErrorKind } from '#engine/engine-error.ts'
import type { Executors } from '#insights/kind/engine-query.ts'
import type { ChunkPart } from '#sequences/walk-messages.ts'
import { sql } from '#sql/fragment.ts'
import { walkOf } from './walk-query.ts'

const DIVIDED = { haveTexts: false, bytesPerRow: 10, period: { fromMs: 0, toMs: 86_400_000 } }
const MANY_ACTORS = Array.from({ length: 127 }, (_, i) => 10 * i)

/**
 * Returns the number of chunks of each walk of a question of 100,000 rows. The first walk ends with
 * `firstError`.
 */
async function chunksOfWalks(firstError: EngineErrorKind | null) {
  const chunks: number[] = []
  const engine = {
    resultBytes: 1_000_000,
    rows: async () => [{ rows: 100_000, actors: MANY_ACTORS }],
    native: async () => new Uint8Array(),
  }
  const walkers = {
    run: async (_name: string, _job: unknown, parts: AsyncIterable<ChunkPart>) => {
      const isFirst = chunks.push(0) === 1
      for await (const { endsChunk } of parts) chunks.push((chunks.pop() ?? 0) + Number(endsChunk))
      if (isFirst && firstError !== null) throw new EngineError(firstError, 'The first walk failed.')
      return 'walked'
    },
  }
  const query = walkOf('funnel', {}, () => sql`SELECT 1 AS actor`, DIVIDED)
  const result = await query
    .run({ engine, walkers } as unknown as Executors, { name: 'funnels', projectId: 7, events: 1_000_000 })
    .catch((error: EngineError) => error.kind)
  return { chunks, result }
}

test.each<[string, EngineErrorKind | null, unknown]>([
  ['is walked once', null, { chunks: [2], result: 'walked' }],
  [
    'that takes too much memory is walked again in smaller chunks',
    'memory',
    { chunks: [2, 5], result: 'walked' },
  ],
  ['that fails otherwise has failed', 'timeout', { chunks: [2], result: 'timeout' }],
])('a question %s', async (_, firstError, expected) => {
  expect(await chunksOfWalks(firstError)).toEqual(expected)
})
