import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql as sqlite } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openApp } from '../../src/app/compose.ts'
import { parseConfig } from '../../src/app/config.ts'
import { insertReadable } from '../../src/engine/insert-readable.ts'
import { sql } from '../../src/fragments/fragment.ts'
import { nextMirrorVersion } from '../../src/metadata/people/mirror-version.ts'
import { createManualTimer } from '../fixtures/manual-timer.ts'
import { KEY, TOKEN } from '../fixtures/use-app.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const MiB = 1024 * 1024

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
})
afterEach(async () => {
  // If a test failed, it has left the engine open, and no other file of the process could then open an
  // engine.
  await close()
  await rm(folder, { recursive: true, force: true })
})

let running: App | undefined
async function close(): Promise<void> {
  const app = running
  running = undefined
  await app?.close()
}
async function open(
  environment: Record<string, string> = {},
  write: (line: string) => void = () => undefined,
) {
  const config = parseConfig({
    THROUGHLINE_DATA_DIR: folder,
    THROUGHLINE_INIT_PROJECT_TOKEN: TOKEN,
    THROUGHLINE_INIT_PERSONAL_API_KEY: KEY,
    ...environment,
  })
  running = await openApp(config, {
    clock: () => NOON,
    timer: createManualTimer().timer,
    isLogging: false,
    walkWorker: new URL(inject('walkWorker')),
    logTo: { write },
  })
  return running
}
type App = Awaited<ReturnType<typeof openApp>>

const capture = (app: App, distinctId: string) =>
  app.server.inject({
    method: 'POST',
    url: '/batch/',
    payload: { api_key: TOKEN, batch: [{ event: 'visit', distinct_id: distinctId }] },
  })
async function mirrored(app: App): Promise<unknown> {
  const query = sql`SELECT toUInt32(uniqExact(person)) AS count FROM persons`
  const [row] = await app.engine.rows(query, { name: 'test', projectId: null })
  return (row as { count: number }).count
}
// The memory limit of a query decides in this test, and not the limit of the engine. The engine counts some
// memory of the test files that ran earlier in the same process until the process ends. This memory was 120
// MiB after twenty files.
const LOW = { THROUGHLINE_ENGINE_MEMORY_MIB: '1024', THROUGHLINE_QUERY_MEMORY_MIB: '128' }
const heavyProperties = (mebibytes: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: mebibytes }, (_, i) => [`p${i}`, 'v'.repeat(MiB)])))

test('a row that needs too much memory does not stop the others', { timeout: 240_000 }, async () => {
  const app = await open(LOW)
  const columns = ['project_id', 'person', 'created_at', 'is_identified', 'version', 'properties_raw']
  const row = (person: number, properties: string) => ({
    person,
    flat: '',
    line: [1, person, '2026-11-20 12:00:00.000', true, 1, properties].join('\t'),
  })
  const heavy = row(2, heavyProperties(96))
  const rows = [row(1, '{"a":1}'), heavy, row(3, '{"a":1}'), row(4, '{"a":1}')]
  await expect(
    app.engine.insert(
      'persons',
      columns,
      rows.map(({ line }) => line),
    ),
  ).rejects.toMatchObject({ kind: 'memory' })
  expect(await insertReadable(app.engine, 'persons', columns, rows)).toEqual([heavy])
  const query = sql`SELECT person, toString(properties) = '{}' AS is_empty FROM persons ORDER BY person`
  expect(await app.engine.rows(query, { name: 'test', projectId: null })).toEqual([
    { person: 1, is_empty: 0 },
    { person: 2, is_empty: 1 },
    { person: 3, is_empty: 0 },
    { person: 4, is_empty: 0 },
  ])
  await close()
})

test('a person with more properties than the engine can parse does not stop others, also at the next start', {
  timeout: 240_000,
}, async () => {
  let app = await open(LOW)
  await capture(app, 'heavy')
  const registers = JSON.stringify(
    Object.fromEntries(
      Object.entries(JSON.parse(heavyProperties(60))).map(([name, value]) => [
        name,
        { set: { at: 1, value } },
      ]),
    ),
  )
  const heavy = app.metadata.updateTable('person').where('project_id', '=', 1)
  const version = await app.metadata.transaction().execute(nextMirrorVersion)
  await heavy.set({ registers, version }).execute()
  expect((await capture(app, 'bystander 1')).statusCode).toBe(200)
  await close()
  app = await open(LOW)
  expect((await capture(app, 'bystander 2')).statusCode).toBe(200)
  expect(await mirrored(app)).toBe(3)
  await close()
})

test('a start succeeds if mirroring and deleting fail, and the next event mirrors again', async () => {
  let app = await open()
  await capture(app, 'first')
  await sqlite`INSERT INTO person_deletion (project_id, person, uuid, numbers, distinct_ids, with_events, version)
VALUES (1, 9, 'of no person', 'no list', '[]', 0, 1)`.execute(app.metadata)
  await sqlite`ALTER TABLE project_group RENAME TO away`.execute(app.metadata)
  await close()
  const warnings: string[] = []
  app = await open({}, (line) => warnings.push(line))
  // On a slow machine the log has other lines too.
  expect(warnings.filter((line) => line.includes('Upkeep duty'))).toEqual([
    expect.stringContaining('Upkeep duty mirror failed'),
    expect.stringContaining('Upkeep duty deletions failed'),
  ])
  await sqlite`ALTER TABLE away RENAME TO project_group`.execute(app.metadata)
  expect((await capture(app, 'second')).statusCode).toBe(200)
  expect(await mirrored(app)).toBe(2)
  await close()
})
