import { expect, test } from 'vitest'
import { parseExactJson } from '../../shared/json-text.ts'
import { eventProperties } from './event-properties.ts'

test.each<[string, Record<string, unknown>, string]>([
  [
    'a map',
    { properties: { plan: 'free', deep: { a: [1, null] } } },
    '{"plan":"free","deep":{"a":[1,null]}}',
  ],
  ['none', {}, '{}'],
  ['null', { properties: null }, '{}'],
  ['an empty map as PHP sends it', { properties: [] }, '{}'],
  ['a lone surrogate', { properties: { a: '\ud800' } }, '{"a":"\uFFFD"}'],
  ['$set on the event', { properties: { a: 1 }, $set: { plan: 'free' } }, '{"a":1,"$set":{"plan":"free"}}'],
  ['$set_once on the event', { $set_once: { first: 1 } }, '{"$set_once":{"first":1}}'],
  [
    '$set on the event before the one inside',
    { properties: { $set: { a: 1 } }, $set: { b: 2 } },
    '{"$set":{"b":2}}',
  ],
  ['an empty $set', { properties: { $set: { a: 1 } }, $set: {} }, '{"$set":{"a":1}}'],
  ['a $set that is no map', { properties: { a: 1 }, $set: ['b'] }, '{"a":1}'],
  ['$set beside an empty list', { properties: [], $set: { a: 1 } }, '{"$set":{"a":1}}'],
])('%s', (_name, sent, kept) => {
  expect(eventProperties(sent)).toEqual({ kept })
})

test('64-bit integers keep their digits, beyond they are floats', () => {
  const text = '{"properties":{"a":18446744073709551615,"b":18446744073709551616}}'
  const sent = parseExactJson(Buffer.from(text)) as Record<string, unknown>
  expect(eventProperties(sent)).toEqual({ kept: '{"a":18446744073709551615,"b":1.8446744073709552e+19}' })
})

test.each([['text'], [5], [true], [['a']], [[{}]]])('%j is no map', (properties) => {
  expect(eventProperties({ properties })).toEqual({ dropped: 'properties_not_an_object' })
})

test('at most a mebibyte of characters', () => {
  const around = '{"a":""}'.length
  const largest = 1024 * 1024 - around
  expect(eventProperties({ properties: { a: 'x'.repeat(largest) } })).toHaveProperty('kept')
  expect(eventProperties({ properties: { a: 'x'.repeat(largest + 1) } })).toEqual({
    dropped: 'event_too_large',
  })
})
