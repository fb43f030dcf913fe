import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreBackup } from '../../src/app/restore-backup.ts'
import { api, capture, countsByEvent } from '../fixtures/server-client.ts'
import { killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
const DAY = { from: '2025-03-01', to: '2025-03-01' }
const visits = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({
    event: 'visit',
    distinct_id: `${prefix} ${i}`,
    timestamp: '2025-03-01T12:00:00Z',
    properties: { $set: { name: `${prefix} ${i}` } },
  }))

let root = ''
let server: ServerProcess
const at = (name: string) => join(root, name)
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'throughline-backup-'))
  server = await program.startServer(at('data'))
  for (const prefix of ['first', 'second']) expect(await capture(server, visits(50, prefix))).toBe(200)
  await api(server, 'POST', '/insights/', { body: { name: 'Before' }, status: 201 })
  expect(await program.runCommand(at('data'), ['backup', at('backup')])).toMatchObject({ code: 0 })
  // The backup does not have these events.
  expect(await capture(server, visits(50, 'later'))).toBe(200)
  await api(server, 'POST', '/insights/', { body: { name: 'After' }, status: 201 })
})
afterAll(async () => {
  await killServers()
  await rm(root, { recursive: true, force: true })
})

test('a backup of a running server is restored as it was at its moment, and nothing of it is left in the folder', async () => {
  const restored = await program.runCommand(at('restored'), ['restore', at('backup')])
  expect(restored).toMatchObject({ code: 0 })
  const copy = await program.startServer(at('restored'))
  expect(await countsByEvent(copy, ['visit'], DAY)).toEqual([100])
  const { results } = await api<{ results: readonly { name: string }[] }>(copy, 'GET', '/insights/')
  expect(results.map(({ name }) => name)).toEqual(['Before'])
  // Persons keep their numbers: a known one has the same, a new one gets the next.
  expect(await capture(copy, visits(60, 'second'))).toBe(200)
  const persons = await api<{ count: number }>(copy, 'GET', '/persons/')
  expect(await countsByEvent(copy, ['visit'], DAY)).toEqual([160])
  expect(persons).toMatchObject({ results: expect.anything() })
  copy.kill('SIGTERM')
  await copy.exited
  expect(await readdir(at('data/snapshots'))).toEqual([])
  expect(await countsByEvent(server, ['visit'], DAY)).toEqual([150])
})

test('verify opens a backup, and the folder of a running server, reads all of it and counts', async () => {
  const ofFile = await program.runCommand(at('data'), ['verify', at('backup')])
  expect(ofFile).toMatchObject({ code: 0 })
  expect(ofFile.stdout).toContain('Everything can be read: 100 events, 100 persons, 1 insights.')
  const ofFolder = await program.runCommand(at('data'), ['verify', at('data')])
  expect(ofFolder.stdout).toContain('Everything can be read: 150 events, 150 persons, 2 insights.')
})

test('storage tells what a running server has', async () => {
  const { stdout, code } = await program.runCommand(at('data'), ['storage'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^1 +2025-03 +150 +\d+ KiB/m)
})

const restoreInto = (folder: string, file: string) =>
  restoreBackup(at(folder), createReadStream(at(file)), () => undefined)

test('a restore refuses a folder that is not empty, a file that is cut off, and one that was altered', async () => {
  await expect(restoreInto('data', 'backup')).rejects.toThrow('is not empty')
  mkdirSync(at('foreign'))
  writeFileSync(at('foreign/letter.txt'), 'mine')
  await expect(restoreInto('foreign', 'backup')).rejects.toThrow('is not empty: it has letter.txt')

  const backup = readFileSync(at('backup'))
  writeFileSync(at('cut'), backup.subarray(0, backup.length - 100))
  await expect(restoreInto('empty', 'cut')).rejects.toThrow('The backup is cut off or was altered')
  backup.writeUInt32LE(0, Math.floor(backup.length / 2))
  writeFileSync(at('altered'), backup)
  await expect(restoreInto('empty', 'altered')).rejects.toThrow('altered')
  expect(await readdir(at('empty'))).toEqual(['lock.db'])
})

test('a restore that was interrupted is refused by a start, and can be repeated; without a server the files are backed up', async () => {
  mkdirSync(at('half/restoring'), { recursive: true })
  mkdirSync(at('half/events'))
  const { stderr } = await program.attemptServer(at('half'))
  expect(stderr).toContain('was interrupted: run the command restore again')
  await restoreInto('half', 'backup')
  expect(await readdir(at('half'))).not.toContain('restoring')
  expect(await program.runCommand(at('half'), ['backup', at('again')])).toMatchObject({ code: 0 })
  await restoreInto('twice', 'again')
  expect(await readdir(at('twice'))).toEqual(
    await readdir(at('half')).then((names) => names.filter((name) => name !== 'snapshots')),
  )
})
