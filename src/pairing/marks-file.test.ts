import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMarksFile, readMarks } from './marks-file.ts'
import { type MetadataMarks, marksOf } from './metadata-marks.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const project = (projectId: number, nextPerson: number, groupTypes = 0) => ({
  projectId,
  nextPerson,
  groupTypes,
})
const INITIAL: MetadataMarks = marksOf('A', { epoch: 1, mirrorVersion: 1, projects: [project(1, 10)] })
const text = () => readFileSync(join(folder, 'metadata-marks.jsonl'), 'utf8')

test('marks are on disk when they are noted, and only those that have risen are written', async () => {
  expect(readMarks(folder)).toBeNull()
  const file = await openMarksFile(folder, INITIAL)
  await Promise.all([
    file.note({ projects: [project(1, 12), project(2, 3, 1)] }),
    file.note({ projects: [project(1, 11), project(2, 3, 2)] }),
    file.note({ epoch: 5 }),
  ])
  const after = readMarks(folder)
  expect(after).toEqual(
    marksOf('A', { epoch: 5, mirrorVersion: 1, projects: [project(1, 12), project(2, 3, 2)] }),
  )
  const before = text()
  await file.note({ projects: [project(1, 12), project(2, 1, 1)], epoch: 4, mirrorVersion: 1 })
  expect(text()).toBe(before)
  await file.close()
})

test('a last line that a power cut has cut off, or filled with zeros, is left out', async () => {
  const file = await openMarksFile(folder, INITIAL)
  await file.note({ epoch: 5 })
  await file.note({ epoch: 6 })
  await file.close()
  truncateSync(join(folder, 'metadata-marks.jsonl'), text().length - 3)
  expect(readMarks(folder)?.epoch).toBe(5)
  appendFileSync(join(folder, 'metadata-marks.jsonl'), '\0'.repeat(20))
  expect(readMarks(folder)?.epoch).toBe(5)
})

test('a half-written new file does not replace the marks', async () => {
  await (await openMarksFile(folder, INITIAL)).close()
  writeFileSync(join(folder, 'metadata-marks.jsonl.new'), '{"install')
  expect(readMarks(folder)).toEqual(INITIAL)
})
