import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerText,
  jsonText,
  parseExactJson,
  parseJson,
  parseLongExactJson,
  parseLongJson,
  plainText,
} from './json-text.ts'
import type { RequestError } from './request-error.ts'

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
    ['a fraction and an exponent of many digits', '[1.00000000000000001,1e00000000000000001]', '[1,10]'],
    [
      'digits before a point and before an exponent',
      '[12345678901234567.5,12345678901234567e0]',
      '[12345678901234568,12345678901234568]',
    ],
    ['16 digits that a double holds', '[9007199254740991]', '[9007199254740991]'],
    [
      'several, below zero and beside texts',
      '["1",-12345678901234567,"",12345678901234567]',
      '["1",-12345678901234567,"",12345678901234567]',
    ],
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

test('an integer of 20 million digits is infinite, without recursion', () => {
  expect(roundTrip(`[${'9'.repeat(20_000_000)},-12345678901234567]`)).toBe('[null,-12345678901234567]')
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

test('a million levels are refused without recursion', () => {
  expect(() => parseJson(Buffer.from('['.repeat(1_000_000)))).toThrow('nested deeper than 64 levels')
})

describe('a million values', () => {
  const zeros = (count: number) => Buffer.from(`[${'0,'.repeat(count - 2)}0]`)

  test('are read', () => {
    expect(parseExactJson(zeros(1_000_000))).toHaveLength(999_999)
  })
  test.each([parseJson, parseExactJson])('and one are refused', (read) => {
    expect(() => read(zeros(1_000_001))).toThrow(
      expect.objectContaining({ kind: 'too_large', code: 'too_many_values' }),
    )
  })
  test('are less than 20,000 events of 28 properties', () => {
    const properties = Object.fromEntries(Array.from({ length: 28 }, (_, i) => [`key ${i}`, i]))
    const event = { event: 'paid', distinct_id: 'ada', uuid: 'x', timestamp: 'x', properties }
    expect(parseJson(Buffer.from(JSON.stringify(Array(20_000).fill(event))))).toHaveLength(20_000)
  })
})

test.each([
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not valid UTF-8'],
  ['no JSON', Buffer.from('{"a":'), 'JSON parse error'],
  ['nothing', Buffer.alloc(0), 'JSON parse error'],
])('%s is refused', (_name, bytes, message) => {
  expect(() => parseJson(bytes)).toThrow(message)
})

test('an answer has exact integers of 64 bits, and text as it is', () => {
  const text = '{"a":12345678901234567890123,"b":"\\ud800","c":[-9007199254740993,1e400]}'
  expect(answerText(parseExactJson(Buffer.from(text)))).toBe(
    '{"a":1.2345678901234568e+22,"b":"\\ud800","c":[-9007199254740993,null]}',
  )
})

describe('a long text', () => {
  const items = Array.from({ length: 20_000 }, (_, i) => `{"i":${i},"n":12345678901234567${i % 10}}`)
  const text = `{"api_key":"phc","batch":[${items.join(',')}],"sent":true}`
  const refusal = (work: () => unknown) => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }

  test('has the value of the same text at once', async () => {
    expect(text.length).toBeGreaterThan(512 * 1024)
    const bytes = Buffer.from(text)
    expect(await parseLongJson(bytes)).toEqual(parseJson(bytes))
    expect(jsonText(await parseLongExactJson(bytes))).toBe(text)
  })

  test.each([
    ['no JSON', `${text.slice(0, -1)},}`],
    ['cut off', text.slice(0, -10)],
    ['too many values', `[${'1,'.repeat(1_000_001)}1]`],
    ['too deep', `[${'1,'.repeat(300_000)}${'['.repeat(65)}${']'.repeat(65)}]`],
  ])('with %s is refused as at once', async (_, given) => {
    const bytes = Buffer.from(given)
    const expected = refusal(() => parseJson(bytes)) as RequestError
    const { kind, code } = (await parseLongJson(bytes).catch((error) => error)) as RequestError
    expect({ kind, code }).toEqual({ kind: expected.kind, code: expected.code })
  })
})
