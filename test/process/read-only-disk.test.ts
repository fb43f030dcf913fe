import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUNDLE_VARIABLES, bundleProgram } from '../fixtures/bundled-program.ts'
import { capture } from '../fixtures/server-client.ts'
import { killServers, runCommand, startServer } from '../fixtures/server-process.ts'

// A mount that only the command sees, in a namespace of its own. Permissions would not restrict root. If a
// mount cannot be made, the test fails.
const MOUNTED = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
const NAMESPACE = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user']

let program = ''
let root = ''
const at = (name: string) => join(root, name)
/** A command for which the disk of the data folder is read-only. */
const onReadOnlyDisk = (words: readonly string[]) =>
  runCommand(at('data'), words, {
    variables: { ...BUNDLE_VARIABLES, TMPDIR: at('temp') },
    program: [
      '/usr/bin/unshare',
      ...NAMESPACE,
      '/bin/sh',
      '-c',
      MOUNTED,
      at('data'),
      process.execPath,
      program,
    ],
  })
const visits = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ event: 'visit', distinct_id: `person ${i}` }))

beforeAll(async () => {
  program = await bundleProgram()
  root = await mkdtemp(join(tmpdir(), 'throughline-read-only-'))
  await mkdir(at('temp'))
  const server = await startServer(at('data'), BUNDLE_VARIABLES, program)
  expect(await capture(server, visits(50))).toBe(200)
  // The server is killed, like by a failing disk, so the write-ahead log has the last changes.
  server.kill('SIGKILL')
  await server.exited
})
afterAll(async () => {
  await killServers()
  await rm(root, { recursive: true, force: true })
})

test('verify reads a data folder on a disk that has become read-only', async () => {
  expect(await readdir(at('data'))).toContain('metadata.db-wal')
  const { stdout, stderr, code } = await onReadOnlyDisk(['verify', at('data')])
  expect({ stdout, stderr, code }).toMatchObject({ code: 0 })
  expect(stdout).toContain('Everything can be read: 50 events, 50 persons, 0 insights.')
  expect(await readdir(at('temp'))).toEqual([])
})

test('backup saves it, and the backup is whole', async () => {
  const made = await onReadOnlyDisk(['backup', at('backup')])
  expect(made).toMatchObject({ code: 0 })
  const verified = await runCommand(at('data'), ['verify', at('backup')], {
    variables: BUNDLE_VARIABLES,
    program,
  })
  expect(verified.stdout).toContain('Everything can be read: 50 events, 50 persons, 0 insights.')
  expect(await readdir(at('temp'))).toEqual([])
})

test('what needs to write is refused in a sentence', async () => {
  const { stderr, code } = await onReadOnlyDisk(['serve'])
  expect({ stderr, code }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is on a read-only file system: mount it writable'),
  })
})

test('a server that writes by another path is asked, and its folder is not copied while it changes', async () => {
  const server = await startServer(at('data'), BUNDLE_VARIABLES, program)
  expect(await capture(server, visits(60))).toBe(200)
  // A copy into `nowhere` would fail, because this folder does not exist.
  const made = await onReadOnlyDisk(['backup', at('of-server'), '--temp', at('nowhere')])
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('of-server has') })
})
