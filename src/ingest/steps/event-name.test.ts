import { expect, test } from 'vitest'
import { eventName } from './event-name.ts'

test.each([
  ['a name', 'paid', 'paid'],
  ['spaces around it', ' paid ', ' paid '],
  ['a number', 5, '5'],
  ['200 characters of more', 'x'.repeat(201), 'x'.repeat(200)],
  ['NUL', 'pa\0id', 'pa\uFFFDid'],
])('%s', (_name, event, kept) => {
  expect(eventName({ event })).toEqual({ kept })
})

test.each([[undefined], [null], [''], [' \t\n']])('without a name it is dropped: %j', (event) => {
  expect(eventName({ event })).toEqual({ dropped: 'missing_event_name' })
})
