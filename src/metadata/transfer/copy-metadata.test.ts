import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { type MetadataPlace, newMetadataPlace } from '../../../test/fixtures/use-metadata.ts'
import { copyMetadata } from './copy-metadata.ts'
import { TRANSFER_TABLES } from './transfer-tables.ts'

let folder = ''
let source: Metadata
let place: MetadataPlace
let target: Metadata
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-copy-'))
  source = await openMetadata(folder)
  place = await newMetadataPlace('migrated')
  target = await place.open()
})
afterAll(async () => {
  for (const metadata of [source, target]) await closeMetadata(metadata)
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

const ROWS = 2_100

/** Fills every table with rows: number `i` has `i` in all its numbers, and a text of its own. */
async function fill(metadata: Metadata): Promise<void> {
  const tables = await metadata.introspection.getTables()
  for (const { name } of TRANSFER_TABLES) {
    const columns = tables.find((table) => table.name === name)?.columns ?? []
    const value = (i: number, column: string, type: string) => (type === 'text' ? `${column} ${i} ä\\ '"` : i)
    const rows = Array.from({ length: ROWS }, (_, k) =>
      columns.map((one) => value(k + 1, one.name, one.dataType.toLowerCase())),
    )
    for (const some of chunksOf(rows, 500)) {
      const values = sql.join(some.map((row) => sql`(${sql.join(row)})`))
      await sql`INSERT INTO ${sql.table(name)} (${sql.join(columns.map((one) => sql.ref(one.name)))})
VALUES ${values}
ON CONFLICT DO NOTHING`.execute(metadata)
    }
  }
}

async function rowsOf(metadata: Metadata, name: string): Promise<readonly object[]> {
  return (await sql<object>`SELECT * FROM ${sql.table(name)}`.execute(metadata)).rows
}

const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()

async function cacheResult(metadata: Metadata): Promise<void> {
  const { id } = await metadata.selectFrom('project').select('id').limit(1).executeTakeFirstOrThrow()
  const texts = { key: 'key', answer: '', timezone: 'UTC', refreshed_at: '', used_at: '', content: 'content' }
  await metadata
    .insertInto('answer')
    .values({ ...texts, project_id: id, freshness: '', bytes: 1, text_bytes: 1, is_whole: 1 })
    .execute()
  await metadata
    .insertInto('answer_part')
    .values({ content: 'content', part: 0, bytes: Buffer.from('x') })
    .execute()
}

test('all rows of all tables are copied, and ids that were assigned once are not assigned again', async () => {
  await source.transaction().execute(fill)
  // The highest id belonged to a row that is gone.
  await source.deleteFrom('annotation').where('id', '=', ROWS).execute()
  // Rows of an interrupted copy are replaced.
  await target
    .insertInto('event_definition')
    .values({ project_id: 9, name: 'x', uuid: 'y', count: 1, created_at: '', last_seen_at: '' })
    .execute()
  for (let copies = 0; copies < 2; copies++) {
    const digests = await copyMetadata(source, target)
    expect([...digests.keys()]).toEqual(TRANSFER_TABLES.map(({ name }) => name))
    expect(digests.get('person')?.rows).toBe(ROWS)
    // An interrupted move may have answered insights from the copy.
    if (copies === 0) await cacheResult(target)
  }
  expect(await rowsOf(target, 'answer')).toEqual([])
  expect(await rowsOf(target, 'answer_part')).toEqual([])
  for (const { name, changed } of TRANSFER_TABLES) {
    const expected = (await rowsOf(source, name)).map((row) => ({ ...row, ...changed }))
    expect(sorted(await rowsOf(target, name)), name).toEqual(sorted(expected))
  }
  const [first] = await source.selectFrom('annotation').selectAll().limit(1).execute()
  if (first === undefined) throw new Error('The table was filled')
  const { id: _, ...annotation } = first
  const { id } = await target
    .insertInto('annotation')
    .values(annotation)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(ROWS + 1)
})

test('every table of the metadata has a rule', async () => {
  const tables = (await source.introspection.getTables()).map(({ name }) => name)
  const known = [...TRANSFER_TABLES.map(({ name }) => name as string), ...STAYING]
  expect(known.sort()).toEqual(tables.sort())
})

const STAYING = ['stored_part', 'event_migration', 'move', 'answer', 'answer_part']
