import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText, outlineOf, parseExactJson, parseJson, plainText } from './json-text.ts'

const roundTrip = (text: string) => jsonText(parseExactJson(Buffer.from(text)))

describe('exact integers', () => {
  test.each([
    ['the largest UInt64', '{"a":18446744073709551615}', '{"a":18446744073709551615}'],
    ['the smallest Int64', '[-9223372036854775808]', '[-9223372036854775808]'],
    ['beyond 64 bits, as a float', '{"a":123450000000000000000}', '{"a":1.2345e+20}'],
    ['below 64 bits, as a float', '[-9223372036854775809]', '[-9.223372036854776e+18]'],
    ['a float that prints as digits', '[1.2e20]', '[1.2e+20]'],
    ['digits after a point', '[0.12345678901234567]', '[0.12345678901234566]'],
    ['digits inside text', '["12345678901234567890"]', '["12345678901234567890"]'],
    ['infinity', '[1e400]', '[null]'],
    ['digits after an escaped quote', '["\\"12345678901234567890"]', '["\\"12345678901234567890"]'],
  ])('%s', (_name, text, expected) => {
    expect(roundTrip(text)).toBe(expected)
  })

  test('as text, without the mark', () => {
    expect(plainText(parseExactJson(Buffer.from('12345678901234567890')))).toBe('12345678901234567890')
  })
})

test('lone surrogates become U+FFFD, pairs and escaped backslashes stay', () => {
  expect(roundTrip('{"\\ud800":"a\\udfffb","c":"\\ud83d\\ude00","d":"\\\\ud800"}')).toBe(
    '{"\uFFFD":"a\uFFFDb","c":"\u{1F600}","d":"\\\\ud800"}',
  )
})

test('a key named __proto__ stays a key', () => {
  expect(roundTrip('{"__proto__":{"a":12345678901234567890}}')).toBe(
    '{"__proto__":{"a":12345678901234567890}}',
  )
})

test('any JSON comes back with the same meaning', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      expect(JSON.parse(roundTrip(text))).toEqual(JSON.parse(JSON.stringify(JSON.parse(text.toWellFormed()))))
    }),
  )
})

describe('depth', () => {
  test.each([
    ['1', 0],
    ['[]', 1],
    ['{"a":[{"b":1}]}', 3],
    ['"[[[["', 0],
    ['"\\"[[["', 0],
    ['[],[],[]', 1],
  ])('%s is %d', (text, depth) => {
    expect(outlineOf(text, 64).depth).toBe(depth)
  })

  test('a million levels are refused without recursion', () => {
    expect(() => parseJson(Buffer.from('['.repeat(1_000_000)))).toThrow('nested deeper than 64 levels')
  })
})

test.each([
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not valid UTF-8'],
  ['no JSON', Buffer.from('{"a":'), 'JSON parse error'],
  ['nothing', Buffer.alloc(0), 'JSON parse error'],
])('%s is refused', (_name, bytes, message) => {
  expect(() => parseJson(bytes)).toThrow(message)
})
