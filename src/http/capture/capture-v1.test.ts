import { expect, test } from 'vitest'
import { resultsOf } from './capture-v1.ts'

test('every event has its result under its uuid, of any text', () => {
  const results = resultsOf([
    { uuid: 'a', dropped: null, doubts: [] },
    { uuid: 'b', dropped: 'event_too_large', doubts: [] },
    { uuid: null, dropped: 'not_an_object', doubts: [] },
    { uuid: '__proto__', dropped: null, doubts: [] },
    { uuid: 'c', dropped: null, doubts: ['name_too_long', 'unknown_field'] },
    { uuid: 'a', dropped: null, doubts: [] },
  ])
  expect(JSON.stringify(results)).toBe(
    '{"a":{"result":"ok"},"b":{"result":"drop","details":"event_too_large"},"__proto__":{"result":"ok"},"c":{"result":"ok","details":"name_too_long,unknown_field"}}',
  )
})
