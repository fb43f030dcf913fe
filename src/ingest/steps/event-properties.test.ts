import { describe, expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { eventProperties, propertiesText } from './event-properties.ts'

function textOf(sent: Record<string, unknown>) {
  const properties = eventProperties(sent)
  return 'kept' in properties ? propertiesText(properties.kept) : properties
}

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
    '$set on the event and inside, name by name',
    { properties: { $set: { a: 1, b: 1 } }, $set: { b: 2 } },
    '{"$set":{"a":1,"b":2}}',
  ],
  ['an empty $set', { properties: { $set: { a: 1 } }, $set: {} }, '{"$set":{"a":1}}'],
  ['a $set that is no map', { properties: { a: 1 }, $set: ['b'] }, '{"a":1}'],
  ['$set beside an empty list', { properties: [], $set: { a: 1 } }, '{"$set":{"a":1}}'],
  ['$unset on the event', { $unset: ['a', 5] }, '{"$unset":["a"]}'],
  [
    '$unset on the event and inside',
    { properties: { $unset: { a: 1 } }, $unset: ['b'] },
    '{"$unset":["a","b"]}',
  ],
  ['an empty $unset', { properties: { $unset: ['a'] }, $unset: [] }, '{"$unset":["a"]}'],
])('%s', (_name, sent, kept) => {
  expect(textOf(sent)).toEqual({ kept })
})

test('properties without fields beside them are not copied', () => {
  const properties = { a: 1, $set: { b: 1 } }
  const read = eventProperties({ properties, $set: [], $set_once: null })
  expect('kept' in read && read.kept).toBe(properties)
})

describe('the v1 protocol', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ options: { process_person_profile: false } }, '{"$process_person_profile":false}'],
    [{ options: { disable_skew_correction: true } }, '{"$ignore_sent_at":true}'],
    [
      { options: { cookieless_mode: true, product_tour_id: 't' } },
      '{"$cookieless_mode":true,"$product_tour_id":"t"}',
    ],
    [{ options: {}, session_id: 's', window_id: 'w' }, '{"$session_id":"s","$window_id":"w"}'],
    [{ options: { process_person_profile: {}, unknown: 1 }, session_id: 5 }, '{}'],
    [
      { options: { product_tour_id: 't' }, properties: { $product_tour_id: 'own' } },
      '{"$product_tour_id":"own"}',
    ],
    // Events of the other protocols may have fields with these names as well.
    [{ session_id: 's' }, '{}'],
  ])('%j', (sent, kept) => {
    expect(textOf(sent)).toEqual({ kept })
  })
})

test('__proto__ is a name like any other', () => {
  const text = '{"properties":{"$set":{"__proto__":1}},"$set":{"b":2,"__proto__":{"polluted":1}}}'
  const sent = parseExactJson(Buffer.from(text)) as Record<string, unknown>
  expect(textOf(sent)).toEqual({ kept: '{"$set":{"__proto__":{"polluted":1},"b":2}}' })
  expect({}).not.toHaveProperty('polluted')
})

test('64-bit integers keep their digits, larger ones become floats', () => {
  const text = '{"properties":{"a":18446744073709551615,"b":18446744073709551616}}'
  const sent = parseExactJson(Buffer.from(text)) as Record<string, unknown>
  expect(textOf(sent)).toEqual({ kept: '{"a":18446744073709551615,"b":1.8446744073709552e+19}' })
})

test.each([['text'], [5], [true], [['a']], [[{}]]])('%j is no map', (properties) => {
  expect(eventProperties({ properties })).toEqual({ dropped: 'properties_not_an_object' })
})

test('at most 1 MiB of characters, with the fields beside them', () => {
  const largest = 1024 * 1024 - '{"a":""}'.length
  expect(textOf({ properties: { a: 'x'.repeat(largest) } })).toHaveProperty('kept')
  for (const sent of [
    { properties: { a: 'x'.repeat(largest + 1) } },
    { $set: { a: 'x'.repeat(largest) } },
    { $unset: ['x'.repeat(largest)] },
    { options: {}, session_id: 'x'.repeat(largest) },
  ])
    expect(textOf(sent)).toEqual({ dropped: 'event_too_large' })
})

test('an event of the v1 protocol gets the SDK of the header, where it has none itself', () => {
  const library = { name: 'posthog-node', version: '5.70.0' }
  const sent = { options: {}, properties: { plan: 'paid', $lib: 'mine' } }
  expect(eventProperties(sent, library)).toEqual({
    kept: { plan: 'paid', $lib: 'mine', $lib_version: '5.70.0' },
  })
  expect(eventProperties({ properties: { plan: 'paid' } }, library)).toEqual({ kept: { plan: 'paid' } })
})
