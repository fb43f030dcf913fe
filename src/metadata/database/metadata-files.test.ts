import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { METADATA_FILES, metadataBytes, replaceMetadata } from './metadata-files.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'throughline-files-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function folderWith(name: string, files: readonly string[]): string {
  const folder = join(root, name)
  mkdirSync(folder)
  for (const file of files) writeFileSync(join(folder, file), `${name} ${file}`)
  return folder
}

test('the database of a folder is replaced with all its logs, so that no log is applied to another file', async () => {
  const folder = folderWith('lost', METADATA_FILES)
  await replaceMetadata(folderWith('new', ['metadata.db']), folder)
  expect(readdirSync(folder).sort()).toEqual(
    ['metadata.db', ...METADATA_FILES.map((name) => `${name}.lost`)].sort(),
  )
  expect(readFileSync(join(folder, 'metadata.db'), 'utf8')).toBe('new metadata.db')
  expect(readFileSync(join(folder, 'metadata.db-journal.lost'), 'utf8')).toBe('lost metadata.db-journal')
})

test('the size counts the logs, but not the shared memory', () =>
  expect(metadataBytes(folderWith('a', METADATA_FILES))).toBe(
    'a metadata.db'.length + 'a metadata.db-wal'.length + 'a metadata.db-journal'.length,
  ))
