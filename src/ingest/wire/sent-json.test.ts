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
])('%s', async (text, value) => {
  expect(await parseSentJson(Buffer.from(text))).toEqual(value)
})

test.each(['[1NaN]', '[NaNs]', '[+Infinity]', '{NaN:1}', '["NaN', '[NaN', '{"a":NaN'])(
  '%s is still no JSON',
  async (text) => {
    await expect(parseSentJson(Buffer.from(text))).rejects.toThrow('JSON parse error')
  },
)

test('invalid UTF-8 and deep nesting are refused', async () => {
  const torn = Buffer.from([...Buffer.from('[NaN,"'), 0xff, ...Buffer.from('"]')])
  await expect(parseSentJson(torn)).rejects.toThrow('not valid UTF-8')
  for (const depth of [100_000, 400_000])
    await expect(parseSentJson(Buffer.from(`${'['.repeat(depth)}NaN`))).rejects.toThrow('nested deeper')
})

test('20 MB of quotes and backslashes are parsed in little time and stack', async () => {
  const text = `["${'\\"\\\\'.repeat(5_000_000)}",NaN]`
  expect(await parseSentJson(Buffer.from(text))).toEqual(['"\\'.repeat(5_000_000), null])
})
