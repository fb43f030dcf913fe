import { statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKeptSpace } from './kept-space.ts'

const MiB = 1024 * 1024

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-space-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = () => join(folder, 'tmp_kept_space')
const takenBytes = () => (statSync(file(), { throwIfNoEntry: false })?.blocks ?? 0) * 512

test('space that was taken is given once, and can be taken again', async () => {
  const space = openKeptSpace(folder)
  expect(await space.give()).toBe(false)
  for (let round = 1; round <= 2; round++) {
    await space.take()
    expect(takenBytes()).toBeGreaterThanOrEqual(8 * MiB)
    expect(await space.give()).toBe(true)
    expect(takenBytes()).toBe(0)
    expect(await space.give()).toBe(false)
  }
})

test('a file that a crash has cut off is no kept space, and is replaced', async () => {
  writeFileSync(file(), 'x')
  const space = openKeptSpace(folder)
  expect(await space.give()).toBe(false)
  await space.take()
  expect(takenBytes()).toBeGreaterThanOrEqual(8 * MiB)
})

test('space that cannot be taken is no error', async () => {
  const space = openKeptSpace(join(folder, 'missing'))
  await space.take()
  expect(await space.give()).toBe(false)
})
