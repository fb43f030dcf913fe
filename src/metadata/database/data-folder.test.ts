import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DataFolderError, dataFolderFault, makeDataFolder } from './data-folder.ts'

let base = ''
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'throughline-folder-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a missing folder is made for this user alone, with the folders above it', () => {
  makeDataFolder(join(base, 'a/b'))
  expect([modeOf(join(base, 'a')), modeOf(join(base, 'a/b'))]).toEqual([0o700, 0o700])
})

test('a folder that exists keeps its mode', () => {
  const folder = join(base, 'open')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  makeDataFolder(folder)
  expect(modeOf(folder)).toBe(0o755)
})

test.each([
  ['file', 'is a file'],
  ['file/below', 'is a file'],
])('%s is refused', (name, words) => {
  writeFileSync(join(base, 'file'), '')
  expect(() => makeDataFolder(join(base, name))).toThrow(DataFolderError)
  expect(() => makeDataFolder(join(base, name))).toThrow(words)
})

test.runIf(process.platform === 'linux')('a folder below /proc is refused, and the attempt ends', () => {
  expect(() => makeDataFolder('/proc/throughline/data')).toThrow(
    /^The data folder \/proc\/throughline\/data /,
  )
})

test.each([
  ['EROFS', 'is on a read-only file system'],
  ['EACCES', 'cannot be written to by this user (uid '],
  ['EPERM', 'cannot be written to by this user (uid '],
  ['ENOSPC', 'its disk is full'],
  ['ELOOP', 'cannot be used (ELOOP)'],
])('%s is told in one sentence', (code, words) => {
  const sentence = dataFolderFault('/d', Object.assign(new Error('words of the system'), { code }))
  expect(sentence).toMatch(/^The data folder \/d [^\n]+\.$/)
  expect(sentence).toContain(words)
})
