import { expect, test } from 'vitest'
import { createRequestOrder } from './request-order.ts'

test('events of one millisecond keep the order of their request', () => {
  const orderUs = createRequestOrder()
  expect([7, 7, 5, 7, 5].map(orderUs)).toEqual([7_000, 7_001, 5_000, 7_002, 5_001])
})

test('and stay within their millisecond', () => {
  const orderUs = createRequestOrder()
  const places = Array.from({ length: 1_002 }, () => orderUs(7))
  expect(places.slice(-3)).toEqual([7_999, 7_999, 7_999])
  expect(places[998]).toBe(7_998)
})
