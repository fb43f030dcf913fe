import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollBack } from '../../src/app/roll-back.ts'
import { readVersion, schemaOf } from '../../src/app/schema-version.ts'
import { dropOldSnapshot } from '../../src/app/upgrade-snapshot.ts'
import { EARLIER, unpackEarlierFolder } from '../fixtures/earlier-folder.ts'
import { EARLIER_NUMBERS, numbersOf } from '../fixtures/earlier-numbers.ts'
import { capture } from '../fixtures/server-client.ts'
import { killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-upgrade-'))
  unpackEarlierFolder(folder)
})
afterAll(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

const stop = async (server: ServerProcess) => {
  server.kill('SIGTERM')
  await server.exited
}
function lastMigration(): string {
  const metadata = new Database(join(folder, 'metadata.db'))
  const { name } = metadata.prepare('SELECT max(name) AS name FROM kysely_migration').get() as {
    name: string
  }
  metadata.close()
  return name
}

test('an upgrade keeps every number, a rollback goes back to the moment before it, and the next start upgrades again', async () => {
  expect(lastMigration()).toBe(EARLIER.metadata)
  const upgraded = await program.startServer(folder)
  expect(await numbersOf(upgraded)).toEqual(EARLIER_NUMBERS)
  expect(
    await capture(upgraded, [{ event: 'visit', distinct_id: 'new', timestamp: '2025-03-02T12:00:00Z' }]),
  ).toBe(200)
  await stop(upgraded)
  expect(lastMigration()).toBe(schemaOf().metadata.at(-1))
  expect(readVersion(folder)?.migrations).toEqual(schemaOf())

  const said = await program.runCommand(folder, ['rollback'])
  expect(said.stdout).toContain('was upgraded from an earlier version')
  expect(existsSync(join(folder, 'before-upgrade'))).toBe(true)
  const done = await program.runCommand(folder, ['rollback', '--yes'])
  expect(done).toMatchObject({ code: 0 })
  expect(lastMigration()).toBe(EARLIER.metadata)
  expect((await readdir(folder)).filter((name) => name.startsWith('rolled-back-'))).toHaveLength(1)
  expect((await program.runCommand(folder, ['rollback'])).stderr).toContain(
    'no stores from before an upgrade',
  )

  const again = await program.startServer(folder)
  expect(await numbersOf(again)).toEqual(EARLIER_NUMBERS)
  await stop(again)
})

test('the stores from before an upgrade are kept for a week', async () => {
  dropOldSnapshot(folder, Date.now() + 6 * 86_400_000)
  expect(existsSync(join(folder, 'before-upgrade'))).toBe(true)
  dropOldSnapshot(folder, Date.now() + 8 * 86_400_000)
  expect(existsSync(join(folder, 'before-upgrade'))).toBe(false)
  await expect(rollBack(folder, Date.now())).rejects.toThrow('no stores from before an upgrade')
})
