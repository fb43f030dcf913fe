import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from 'chdb'
import Database from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killServers } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-newer-'))
  const server = await program.startServer(folder)
  server.kill('SIGTERM')
  await server.exited
})
afterAll(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

function inMetadata(statement: string): void {
  const metadata = new Database(join(folder, 'metadata.db'))
  metadata.exec(statement)
  metadata.close()
}
const refused = (store: string, migration: string) => ({
  code: 1,
  signal: null,
  stdout: '',
  stderr: `The ${store} of the data folder was changed by a newer version of Throughline: it has ${migration}, which this version does not know. Start the newer version, or restore a backup from before the change. Nothing was changed.\n`,
})

test('a folder of a newer version is refused with a sentence that says so, for either store', async () => {
  inMetadata("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')")
  const expected = refused('metadata', '9999-later')
  expect(await program.attemptServer(folder)).toEqual(expected)
  expect(await program.runCommand(folder, ['users', 'list'])).toEqual(expected)
  inMetadata("DELETE FROM kysely_migration WHERE name = '9999-later'")

  const session = new Session(join(folder, 'events'))
  session.query("INSERT INTO schema_migrations (name) VALUES ('9999_later.sql')")
  session.close()
  expect(await program.attemptServer(folder)).toEqual(refused('event store', '9999_later.sql'))
})
