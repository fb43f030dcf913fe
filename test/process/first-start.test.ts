import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capture, countsByEvent } from '../fixtures/server-client.ts'
import { killServers } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-first-'))
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  'metadata.db',
  'metadata.db-wal',
  'events/store',
  'events/data/default/events',
  'events/data/default/groups',
  'events/metadata-marks.jsonl.new',
  'events/metadata-marks.jsonl',
])('a first start that is killed when it makes %s is completed by the next one', async (file) => {
  // On a busy machine the test may miss the file `.new`, which gets its last name at once.
  const isMade = () => [file, file.replace(/\.new$/, '')].some((name) => existsSync(join(folder, name)))
  expect(await program.killStartWhen(folder, isMade)).toBe(true)
  const server = await program.startServer(folder)
  const event = { event: 'hello', distinct_id: 'ada', timestamp: '2025-03-01T12:00:00Z' }
  expect(await capture(server, [event])).toBe(200)
  expect(await countsByEvent(server, ['hello'], { from: '2025-03-01', to: '2025-03-01' })).toEqual([1])
})
