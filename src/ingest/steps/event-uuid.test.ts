import { expect, test } from 'vitest'
import { eventUuid } from './event-uuid.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

test.each([
  ['01932d8e-7d3a-7000-8000-0123456789ab', '01932d8e-7d3a-7000-8000-0123456789ab'],
  ['01932D8E-7D3A-7000-8000-0123456789AB', '01932d8e-7d3a-7000-8000-0123456789ab'],
  // A uuid of any version is accepted.
  ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'],
])('%s is kept in lower case', (uuid, expected) => {
  expect(eventUuid({ uuid })).toEqual({ uuid: expected, isSent: true })
})

test.each([
  ['order-17'],
  ['01932d8e7d3a70008000123456789abc'],
  ['{01932d8e-7d3a-7000-8000-0123456789ab}'],
  ['01932d8e-7d3a-7000-8000-0123456789ab\n'],
  [' '],
  [17],
  [true],
  [{ id: 1 }],
])('%j always becomes the same uuid', (uuid) => {
  const { uuid: made } = eventUuid({ uuid })
  expect(made).toMatch(UUID)
  // In version 8, a program can choose the bits freely.
  expect(made.slice(14, 15)).toBe('8')
  expect(made.slice(19, 20)).toBe('a')
  expect(eventUuid({ uuid })).toEqual({ uuid: made, isSent: true })
})

test('different texts are different uuids, also where only case differs', () => {
  expect(eventUuid({ uuid: 'order-17' }).uuid).not.toBe(eventUuid({ uuid: 'order-18' }).uuid)
  expect(eventUuid({ uuid: 'Order-17' }).uuid).not.toBe(eventUuid({ uuid: 'order-17' }).uuid)
})

test.each([[{}], [{ uuid: null }], [{ uuid: '' }]])('every sending of %j is an event of its own', (sent) => {
  const [first, second] = [eventUuid(sent), eventUuid(sent)]
  expect(first).toEqual({ uuid: expect.stringMatching(UUID), isSent: false })
  expect(second.uuid).not.toBe(first.uuid)
})
