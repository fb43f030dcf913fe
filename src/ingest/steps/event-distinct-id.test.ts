import { expect, test } from 'vitest'
import { eventDistinctId } from './event-distinct-id.ts'

test.each<[string, Record<string, unknown>, string]>([
  ['on the event', { distinct_id: 'ada' }, 'ada'],
  ['on the event with a dollar', { $distinct_id: 'ada' }, 'ada'],
  ['in the properties', { properties: { distinct_id: 'ada' } }, 'ada'],
  ['in the properties with a dollar', { properties: { $distinct_id: 'ada' } }, 'ada'],
  [
    'the first of all four',
    { distinct_id: 'a', $distinct_id: 'b', properties: { distinct_id: 'c', $distinct_id: 'd' } },
    'a',
  ],
  [
    'the first that is not empty',
    { distinct_id: ' ', $distinct_id: '', properties: { distinct_id: 'c' } },
    'c',
  ],
  ['a number', { distinct_id: 0 }, '0'],
  ['an object', { distinct_id: { id: 1 } }, '{"id":1}'],
  ['200 characters of more', { distinct_id: 'x'.repeat(201) }, 'x'.repeat(200)],
  ['as it was written', { distinct_id: ' Ada ' }, ' Ada '],
])('%s', (_name, sent, kept) => {
  expect(eventDistinctId(sent)).toEqual({ kept })
})

test.each<[Record<string, unknown>]>([
  [{}],
  [{ distinct_id: null, properties: null }],
  [{ distinct_id: '', properties: {} }],
  [{ properties: 'distinct_id' }],
  [{ properties: ['ada'] }],
])('without one it is dropped: %j', (sent) => {
  expect(eventDistinctId(sent)).toEqual({ dropped: 'missing_distinct_id' })
})
