import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { parseCsv } from '../../../../test/fixtures/parse-csv.ts'
import { csvText } from './csv-text.ts'

test.each([
  ['text', 'text'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  [true, 'true'],
  [0, '0'],
  [-5, '-5'],
  [-1.5e-7, '-1.5e-7'],
  [1e21, '1e+21'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [['a', 1], '"[""a"",1]"'],
  [{ a: null }, '"{""a"":null}"'],
  ['a\ud800b', 'a\ufffdb'],
  ['😀', '😀'],
  // Formulas get an apostrophe.
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['+x', "'+x"],
  ['-x', "'-x"],
  ['-', "'-"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['-1+cmd', "'-1+cmd"],
  ['+1 2', "'+1 2"],
  // Some spreadsheets skip characters before the sign.
  ['\0=1', "'\0=1"],
  [' =1', "' =1"],
  ['\uFEFF=1', "'\uFEFF=1"],
  ['\u202E=1', "'\u202E=1"],
  ['\u00A0\u200B@x', "'\u00A0\u200B@x"],
  [' a=1', ' a=1'],
  // Numbers as text stay unchanged.
  ['-5', '-5'],
  ['+5', '+5'],
  ['-5.25', '-5.25'],
  ['-.5e+10', '-.5e+10'],
  // The sign makes a formula only at the beginning.
  ['1=1', '1=1'],
  ["'=1", "'=1"],
])('%j is written as %j', (value, written) => {
  expect(csvText([['before', value, 'behind']])).toBe(`before,${written},behind\r\n`)
})

test('an integer that a double cannot represent keeps its digits', () => {
  const { a, b } = parseExactJson(Buffer.from('{"a":-9007199254740993,"b":[9007199254740993]}')) as Record<
    string,
    unknown
  >
  expect(csvText([[a, b]])).toBe('-9007199254740993,[9007199254740993]\r\n')
})

test('any table is parsed to the same cells, and no cell is a formula', () => {
  const hostile = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', '1', '\ud800')
  const text = fc.string({ unit: hostile, maxLength: 6 })
  const table = fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 4 })
  fc.assert(
    fc.property(table, (rows) => {
      const read = parseCsv(csvText(rows))
      expect(read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.toWellFormed().replace(/^'(?=[=+\-@\t\r\n])/, ''))),
      )
      for (const cell of read.flat())
        if (/^[=+\-@\t\r]/.test(cell)) expect(Number.isFinite(Number(cell))).toBe(true)
    }),
  )
})
