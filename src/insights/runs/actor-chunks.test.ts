import { expect, test } from 'vitest'
import type { Fragment } from '#sql/fragment.ts'
import { sql } from '#sql/fragment.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { actorChunks, inActorRange } from './actor-chunks.ts'

/** Returns the statements of a question of 28 million rows whose actors are divided at 10, 20, … */
async function statementsOf(): Promise<string[]> {
  const asked: Fragment[] = []
  const engine = {
    resultBytes: 256_000_000,
    rows: async (query: Fragment) => {
      asked.push(query)
      return asked.length === 1
        ? []
        : [{ rows: '28000000', actors: Array.from({ length: 127 }, (_, i) => 10 * i) }]
    },
    native: async (query: Fragment) => {
      asked.push(query)
      return new Uint8Array()
    },
  }
  const rowsOf: Parameters<typeof actorChunks>[1] = (range) =>
    sql`SELECT person AS actor FROM events WHERE ${range === null ? sql`true` : inActorRange(sql`person`, range)}`
  const divided = { haveTexts: false, bytesPerRow: 16, period: { fromMs: 0, toMs: 86_400_000 } }
  for await (const _ of actorChunks(engine, rowsOf, { name: 'funnels', projectId: 7 }, divided));
  return asked.map(goldenOf)
}

test('many rows are counted with the actors that divide them, then asked for in ranges of actors', async () => {
  const [estimate = '', spread, ...ranges] = await statementsOf()
  expect(estimate).toContain('EXPLAIN ESTIMATE SELECT person AS actor FROM events WHERE true')
  await expect(spread).toMatchFileSnapshot('./__golden__/actor-quantiles.sql')
  await expect(ranges.join('\n')).toMatchFileSnapshot('./__golden__/actor-ranges.txt')
})
