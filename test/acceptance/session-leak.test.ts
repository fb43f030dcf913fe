import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from 'chdb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmbeddedEngine } from '../../src/engine/embedded/embedded-engine.ts'
import { type Fragment, sql } from '../../src/fragments/fragment.ts'
import { renderLiterals } from '../../src/fragments/literal.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let folder = ''
let engine: EmbeddedEngine
const rows = (query: Fragment) => engine.rows(query, { name: 'test', projectId: null })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-engine-'))
  engine = await openTestEngine(join(folder, 'events'))
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

// This is why session-pool.ts never reuses a Session whose work failed. If the first of these two tests fails
// after an upgrade of chDB, the leak is fixed there. Until then one project's rows would be in another's
// result.
describe('the leak', () => {
  const failsHalfway = sql`SELECT number, throwIf(number = 150000, 'halfway') FROM numbers(200000)`
  const harmless = sql`SELECT 'mine' AS whose`

  test('a raw Session puts the rows of a failed query before its next result', async () => {
    const session = new Session(join(folder, 'events'))
    // The statements run one after the other, so that rows are surely written before the statement that
    // fails.
    for (const setting of [
      'max_threads = 1',
      'max_block_size = 1000',
      'output_format_parallel_formatting = 0',
    ])
      session.query(`SET ${setting}`)
    const ask = (query: Fragment) => session.queryAsync(renderLiterals(query), { format: 'JSONEachRow' })
    await expect(ask(failsHalfway)).rejects.toThrow('halfway')
    const lines = (await ask(harmless)).text().trim().split('\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ number: 0 })
    expect(lines.at(-1)).toBe('{"whose":"mine"}')
    session.close()
  })

  test('the engine returns only the rows of the query itself', async () => {
    await expect(rows(failsHalfway)).rejects.toMatchObject({ name: 'EngineError', code: 395, kind: 'other' })
    for (let i = 0; i < 8; i++) expect(await rows(harmless)).toEqual([{ whose: 'mine' }])
  })
})
