import { expect, test } from 'vitest'
import { type ServerState, whyNotReady } from './readiness.ts'

const MiB = 1024 * 1024
const FINE: ServerState = {
  duties: [
    { name: 'mirror', failuresInARow: 0 },
    { name: 'deletions', failuresInARow: 2 },
  ],
  metadataFreeBytes: 16 * MiB,
  memoryBytes: 950 * MiB,
  memoryLimitBytes: 1000 * MiB,
}

test('a server at its limits is ready', () => {
  expect(whyNotReady(FINE)).toBeNull()
})

test('metadata on a server has no disk here', () => {
  expect(whyNotReady({ ...FINE, metadataFreeBytes: null })).toBeNull()
})

test.each<[string, Partial<ServerState>, string]>([
  ['disk_full', { metadataFreeBytes: 16 * MiB - 1 }, 'The disk of the metadata has only 15 MiB left'],
  ['memory_short', { memoryBytes: 951 * MiB }, 'The process uses 951 of 1000 MiB of memory'],
  ['duty_failing', { duties: [{ name: 'mirror', failuresInARow: 3 }] }, 'Upkeep fails: mirror.'],
])('%s is a reason not to be ready', (code, change, words) => {
  const reason = whyNotReady({ ...FINE, ...change })
  expect(reason).toMatchObject({ kind: 'unavailable', code, message: expect.stringContaining(words) })
})
