import { expect, test } from 'vitest'
import { resultsOf } from './capture-v1.ts'

test('every event has its result under its uuid, of any text', () => {
  const results = resultsOf([
    { uuid: 'a', dropped: null },
    { uuid: 'b', dropped: 'event_too_large' },
    { uuid: null, dropped: 'not_an_object' },
    { uuid: '__proto__', dropped: null },
    { uuid: 'a', dropped: null },
  ])
  expect(JSON.stringify(results)).toBe(
    '{"a":{"result":"ok"},"b":{"result":"drop","details":"event_too_large"},"__proto__":{"result":"ok"}}',
  )
})
