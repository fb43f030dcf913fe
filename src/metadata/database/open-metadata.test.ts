import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OtherVersionError } from './migrate-metadata.ts'
import { MIGRATIONS, type Migrations } from './migrations.ts'
import { openMetadata, openMetadataBeside } from './open-metadata.ts'

const OLD = '0001-foundation'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function migrationOf(name: string) {
  const migration = MIGRATIONS[name]
  if (migration === undefined) throw new Error(`No migration is called ${name}`)
  return migration
}
const onlyOld: Migrations = { [OLD]: migrationOf(OLD) }

test('a second process writes beside the first, and changes no table', async () => {
  await expect(openMetadataBeside(folder)).rejects.toThrow()
  const old = await openMetadata(folder, onlyOld)
  await expect(openMetadataBeside(folder)).rejects.toThrow(OtherVersionError)
  const { rows } = await sql`SELECT name FROM kysely_migration`.execute(old)
  expect(rows).toEqual([{ name: OLD }])
  await old.destroy()

  const first = await openMetadata(folder)
  await expect(openMetadataBeside(folder, onlyOld)).rejects.toThrow(OtherVersionError)
  const second = await openMetadataBeside(folder)
  await second.updateTable('organization').set({ name: 'Renamed' }).execute()
  expect(await first.selectFrom('organization').select('name').execute()).toEqual([{ name: 'Renamed' }])
  await Promise.all([first.destroy(), second.destroy()])
})

test('a transaction has the write lock from its beginning', async () => {
  const metadata = await openMetadata(folder)
  const other = new Database(join(folder, 'metadata.db'), { timeout: 0 })
  await metadata.transaction().execute(async (transaction) => {
    await transaction.selectFrom('organization').selectAll().execute()
    expect(() => other.exec("UPDATE organization SET name = 'Meanwhile'")).toThrow('locked')
    await transaction.updateTable('organization').set({ name: 'First' }).execute()
  })
  other.exec("UPDATE organization SET name = name || ', then second'")
  expect(await metadata.selectFrom('organization').select('name').execute()).toEqual([
    { name: 'First, then second' },
  ])
  other.close()
  await metadata.destroy()
})
