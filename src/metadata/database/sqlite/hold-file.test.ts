import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdMetadata, openMetadata } from '#metadata/database/open-metadata.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const hashOfFile = () =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'metadata.db')))
    .digest('hex')

test('the file stands still while it is held, whatever is written and moved meanwhile', async () => {
  const metadata = await openMetadata(folder)
  const rename = (name: string) => metadata.updateTable('organization').set({ name }).execute()
  await rename('Before')
  const held = await holdMetadata(metadata, folder)
  const before = hashOfFile()

  // Writes more than 1,000 pages. From that size on, SQLite by itself tries to move the log into the file.
  await sql`CREATE TABLE filler (text TEXT)`.execute(metadata)
  for (let i = 0; i < 20; i++)
    await sql`INSERT INTO filler VALUES (hex(randomblob(200000)))`.execute(metadata)
  await rename('After')
  const other = new Database(join(folder, 'metadata.db'))
  other.pragma('wal_checkpoint(PASSIVE)')
  other.exec("UPDATE organization SET name = name || ', by another process'")
  other.close()
  expect(hashOfFile()).toBe(before)

  await mkdir(join(folder, 'copy'))
  await held.copyTo(join(folder, 'copy'))
  held.release()
  const copy = new Database(join(folder, 'copy/metadata.db'))
  expect(copy.prepare('SELECT name FROM organization').get()).toMatchObject({ name: 'Before' })
  expect(copy.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
  copy.close()

  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(metadata)
  expect(hashOfFile()).not.toBe(before)
  expect(await metadata.selectFrom('organization').select('name').executeTakeFirst()).toEqual({
    name: 'After, by another process',
  })
  await metadata.destroy()
})
