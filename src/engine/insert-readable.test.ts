import { expect, test } from 'vitest'
import { EngineError, toEngineError } from '#engine/engine-error.ts'
import { isFaultOfRows } from './insert-readable.ts'

const LIGHT = { line: '{}' }
const HEAVY = { line: 'x'.repeat(256 * 1024) }
const error = (code: number) => toEngineError(new Error(`Code: ${code}. DB::Exception: told by the engine`))

test.each([
  ['text that is no JSON', error(117), [LIGHT], true],
  ['arrays that are too deep', error(306), [LIGHT], true],
  ['a type that is too deep', error(167), [LIGHT], true],
  ['memory for several rows', error(241), [LIGHT, LIGHT], true],
  ['memory for a heavy row', error(241), [HEAVY], true],
  ['memory for a light row', error(241), [LIGHT], false],
  ['too many parts', error(252), [LIGHT, LIGHT], false],
  ['a file that cannot be opened', error(76), [LIGHT, LIGHT], false],
  ['a file that is missing', error(107), [LIGHT], false],
  ['too little disk space', error(243), [LIGHT], false],
  ['an unknown table', error(60), [LIGHT], false],
  ['a cancelled insert', error(394), [LIGHT], false],
  ['a code that is not known', error(9_999), [HEAVY], false],
  ['an error without a code', new EngineError('other', 'lost'), [HEAVY], false],
  ['a closed engine', new EngineError('closed', 'closed'), [LIGHT], false],
  ['an error of the program', new TypeError('not a function'), [LIGHT], false],
])('%s: the rows are at fault: %#', (_, thrown, rows, isFault) => {
  expect(isFaultOfRows(thrown, rows)).toBe(isFault)
})
