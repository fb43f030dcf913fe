import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Metadata } from '#metadata/database/schema.ts'
import { inProcessSqlite } from './in-process-sqlite.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Makes a store whose process ended in a transaction, before the write-ahead log was turned on. */
function storeWithJournal(): void {
  const file = join(folder, 'writing.db')
  const writing = new Database(file)
  writing.exec('CREATE TABLE committed (text)')
  // With this small cache, changed pages are written to the file before the commit.
  writing.pragma('cache_size = 1')
  writing.exec('BEGIN')
  for (let i = 0; i < 500; i++) writing.exec(`CREATE TABLE uncommitted_${i} (text)`)
  for (const end of ['', '-journal']) cpSync(`${file}${end}`, join(folder, `metadata.db${end}`))
  writing.close()
}

test('a store with a rollback journal is read as it was before the transaction', async () => {
  storeWithJournal()
  const tables = await inProcessSqlite.look(folder, (metadata) => metadata.introspection.getTables())
  expect(tables?.map(({ name }) => name)).toEqual(['committed'])
})

test('a look at closed files leaves the index of the write-ahead log to the next connection, which shares it with other processes', async () => {
  const prepare = (metadata: Metadata) =>
    metadata.schema.createTable('one').addColumn('id', 'integer').execute()
  const ended = join(folder, 'ended')
  mkdirSync(ended)
  await inProcessSqlite.close(await inProcessSqlite.open(ended, prepare))
  // Copies only the database file, which is all that remains after a process has closed the store.
  cpSync(join(ended, 'metadata.db'), join(folder, 'metadata.db'))
  const tables = await inProcessSqlite.look(folder, (metadata) => metadata.introspection.getTables())
  expect(tables?.map(({ name }) => name)).toEqual(['one'])
  expect(existsSync(join(folder, 'metadata.db-shm'))).toBe(false)
  const metadata = await inProcessSqlite.open(folder, async () => undefined)
  expect(existsSync(join(folder, 'metadata.db-shm'))).toBe(true)
  await metadata.destroy()
})
