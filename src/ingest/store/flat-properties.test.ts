import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from '#shared/json-text.ts'
import { flatProperties } from './flat-properties.ts'

test.each([
  ['{"tags":["a","b"]}', String.raw`{"tags":"[\"a\",\"b\"]"}`],
  ['{"a":1,"tags":[1,2.5,null,true],"b":"x"}', '{"a":1,"tags":"[1,2.5,null,true]","b":"x"}'],
  ['{"$set":{"plan":"a]}\\"b"},"n":[[1],{}]}', String.raw`{"$set":"{\"plan\":\"a]}\\\"b\"}","n":"[[1],{}]"}`],
  ['{"none":[]}', '{"none":"[]"}'],
  ['{"big":[9007199254740993]}', '{"big":"[9007199254740993]"}'],
  ['{"empty":{},"text":":[1]"}', '{"empty":"{}","text":":[1]"}'],
  ['{"text":":[1]"}', ''],
  ['{"a":"b"}', ''],
  ['{}', ''],
])('%s', (json, flat) => {
  expect(flatProperties(json)).toBe(flat)
})

test('lists and objects of any properties are the texts that JSON has for them', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (properties) => {
      const json = jsonText(properties)
      const flat = flatProperties(json)
      const isNested = (value: unknown) => typeof value === 'object' && value !== null
      const expected = Object.entries(JSON.parse(json)).map(([key, value]) => [
        key,
        isNested(value) ? jsonText(value) : value,
      ])
      expect(Object.entries(JSON.parse(flat === '' ? json : flat))).toEqual(expected)
      expect(flat === '').toBe(!Object.values(properties).some(isNested))
    }),
  )
})

test.each(['{"a":', '{"a":[', '{"a":[1', '{"a', '{"a":{"b":"', '[:[', '"x":[1]', '{x:[1]}', ''])(
  'text that is no JSON of an object ends: %s',
  (text) => {
    expect(typeof flatProperties(text)).toBe('string')
  },
)
