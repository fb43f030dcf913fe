import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from '#metadata/database/folder-lock.ts'
import { parsePastInstant, wholeNumberParser } from './argument-parsers.ts'
import { withAdvice } from './demo.ts'
import { createProgress } from './progress.ts'

test('the error of a folder in use says how to fill its server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-demo-'))
  const lock = lockFolder(folder)
  try {
    lockFolder(folder)
    expect.unreachable()
  } catch (error) {
    expect(withAdvice(error, 'http://127.0.0.1:8000')).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`process ${process.pid}\\. .*--url http://127.0.0.1:8000 --key`),
      ),
    })
  } finally {
    lock.release()
    rmSync(folder, { recursive: true })
  }
})

test('other errors are passed on', () => {
  const error = new Error('The disk is full.')
  expect(withAdvice(error, 'http://127.0.0.1:8000')).toBe(error)
})

test('numbers are whole and within bounds', () => {
  expect(wholeNumberParser(10, 20)('15')).toBe(15)
  for (const text of ['9', '21', '1.5', '1e1', '', 'many'])
    expect(() => wholeNumberParser(10, 20)(text)).toThrow('Expected a whole number from 10 to 20.')
})

test('an instant has its offset, and is past', () => {
  expect(parsePastInstant('2026-01-02T12:00:00Z')).toBe(Date.UTC(2026, 0, 2, 12))
  expect(parsePastInstant('2026-01-02T12:00:00+02:00')).toBe(Date.UTC(2026, 0, 2, 10))
  for (const text of [
    '',
    'yesterday',
    '2026-01-02',
    '2026-01-02T12:00:00',
    '2026-02-30T12:00:00Z',
    '9999-01-01T00:00:00Z',
  ])
    expect(() => parsePastInstant(text), text).toThrow(
      'Expected a past instant such as 2026-11-20T12:00:00Z.',
    )
})

test('progress is a bar on a terminal and a line for each tenth elsewhere', () => {
  const shown = (isTTY: boolean) => {
    const written: string[] = []
    const progress = createProgress({ isTTY, write: (text) => written.push(text) })
    for (const done of [500, 1_000, 1_200, 3_000]) progress(done, 3_000)
    return written
  }
  expect(shown(false)).toEqual([
    '500 of 3,000 events\n', // 1 tenth
    '1,000 of 3,000 events\n', // 3 tenths
    '1,200 of 3,000 events\n', // 4 tenths
    '3,000 of 3,000 events\n',
  ])
  expect(shown(true).at(0)).toBe('\r[#####.........................] 500 of 3,000 events')
  expect(shown(true).at(-1)).toBe('\r[##############################] 3,000 of 3,000 events\n')
})
