import { expect, test } from 'vitest'
import { BUCKET_ENDS_MS, countedTiming } from './client-timing.ts'

const LAST = BUCKET_ENDS_MS.length

test.each([
  [0, 0, 0],
  [50, 0, 50],
  [50.4, 1, 50],
  [51, 1, 51],
  [300_000, LAST - 1, 300_000],
  [300_001, LAST, 300_001],
  [86_400_000, LAST, 86_400_000],
  [86_400_001, -1, 0],
  [-1, -1, 0],
  [Number.NaN, -1, 0],
  [Number.POSITIVE_INFINITY, -1, 0],
  ['100', -1, 0],
  [null, -1, 0],
  [undefined, -1, 0],
])('%j ms are of bucket %i and count %i', (time_to_see_data_ms, bucket, milliseconds) => {
  expect(countedTiming({ time_to_see_data_ms })).toMatchObject({ bucket, milliseconds })
})

test.each([
  ['insight_load', 'insight_load'],
  ['  spaces ', 'spaces'],
  ['', 'unknown'],
  [' ', 'unknown'],
  [5, 'unknown'],
  [null, 'unknown'],
  [{ a: 1 }, 'unknown'],
  ['a\0b\nc', 'a b c'],
  ['x'.repeat(100), 'x'.repeat(64)],
  [`${'x'.repeat(63)}\u{1f600}`, `${'x'.repeat(63)}\ufffd`],
])('the label %j is %j', (given, expected) => {
  expect(countedTiming({ type: given, status: given })).toMatchObject({ type: expected, status: expected })
})
