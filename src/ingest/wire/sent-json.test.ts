import { expect, test } from 'vitest'
import { parseSentJson } from './sent-json.ts'

test.each<[string, unknown]>([
  ['{"a":NaN}', { a: null }],
  ['[NaN,Infinity,-Infinity, NaN ]', [null, null, null, null]],
  ['{"a":"NaN","b":Infinity}', { a: 'NaN', b: null }],
  ['{"NaN":NaN}', { NaN: null }],
  ['{"a":"\\"NaN","b":"\\\\","c":NaN}', { a: '"NaN', b: '\\', c: null }],
  ['{"a":"-Infinity \\\\\\" NaN","b":NaN}', { a: '-Infinity \\" NaN', b: null }],
  ['{"a":"NaN"}', { a: 'NaN' }],
  ['NaN', null],
])('%s', (text, value) => {
  expect(parseSentJson(Buffer.from(text))).toEqual(value)
})

test.each(['[1NaN]', '[NaNs]', '[+Infinity]', '{NaN:1}', '["NaN', '[NaN', '{"a":NaN'])(
  '%s is still no JSON',
  (text) => {
    expect(() => parseSentJson(Buffer.from(text))).toThrow('JSON parse error')
  },
)

test('invalid UTF-8 and deep nesting are refused', () => {
  expect(() => parseSentJson(Buffer.from([...Buffer.from('[NaN,"'), 0xff, ...Buffer.from('"]')]))).toThrow(
    'not valid UTF-8',
  )
  expect(() => parseSentJson(Buffer.from(`${'['.repeat(100_000)}NaN`))).toThrow('nested deeper')
})

test('20 MB of quotes and backslashes are parsed in little time and stack', () => {
  const text = `["${'\\"\\\\'.repeat(5_000_000)}",NaN]`
  expect(parseSentJson(Buffer.from(text))).toEqual(['"\\'.repeat(5_000_000), null])
})
