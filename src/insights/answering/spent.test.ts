import { expect, test } from 'vitest'
import { createMeter } from './spent.ts'

test('a computation has read what its queries have read together', () => {
  let nowMs = 1_000.4
  const meter = createMeter(() => nowMs)
  meter.onRead({ rows: 10, bytes: 100 })
  meter.onRead({ rows: 5, bytes: 50 })
  nowMs = 1_042.1
  expect(meter.spent()).toEqual({ ms: 42, rowsRead: 15 })
})

test('one query without numbers leaves the whole without a number', () => {
  const meter = createMeter(() => 0)
  meter.onRead({ rows: 10, bytes: 100 })
  meter.onRead(null)
  meter.onRead({ rows: 5, bytes: 50 })
  expect(meter.spent()).toEqual({ ms: 0, rowsRead: null })
})
