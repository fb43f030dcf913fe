import { expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { parseInstant } from './sent-instant.ts'

test.each([
  ['2026-11-18T10:00:00.250Z', '2026-11-18T10:00:00.250Z'],
  ['2026-11-18T10:00:00+01:00', '2026-11-18T09:00:00.000Z'],
  ['2026-11-18T10:00:00+0530', '2026-11-18T04:30:00.000Z'],
  ['2026-11-18 10:00:00-03:00', '2026-11-18T13:00:00.000Z'],
  // Without an offset it is UTC.
  ['2026-11-18T10:00:00', '2026-11-18T10:00:00.000Z'],
  ['2026-11-18 10:00:00.5', '2026-11-18T10:00:00.500Z'],
  ['2026-11-18T10:00', '2026-11-18T10:00:00.000Z'],
  ['2026-11-18', '2026-11-18T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  [' 2026-11-18T10:00:00Z ', '2026-11-18T10:00:00.000Z'],
  // Python sends microseconds, Go nanoseconds: cut, not rounded.
  ['2026-11-18T10:00:00.123987+00:00', '2026-11-18T10:00:00.123Z'],
  ['2026-11-18T10:00:00.123987654Z', '2026-11-18T10:00:00.123Z'],
  ['Wed, 18 Nov 2026 10:00:00 GMT', '2026-11-18T10:00:00.000Z'],
  ['Nov 18 2026 10:00', '2026-11-18T10:00:00.000Z'],
  [Date.parse('2026-11-18T10:00:00Z'), '2026-11-18T10:00:00.000Z'],
  [Date.parse('2026-11-18T10:00:00Z') + 0.9, '2026-11-18T10:00:00.000Z'],
  // Unix seconds, as shells and Python's time.time() write them.
  [Date.parse('2026-11-18T10:00:00Z') / 1000, '2026-11-18T10:00:00.000Z'],
  [1_700_000_000.25, '2023-11-14T22:13:20.250Z'],
  // Times outside the storable range are parsed as well.
  [-1, '1969-12-31T23:59:59.999Z'],
  ['9999-12-31T00:00:00Z', '9999-12-31T00:00:00.000Z'],
])('%j is %s', (sent, expected) => {
  expect(new Date(parseInstant(sent)).toISOString()).toBe(expected)
})

test.each([
  [undefined],
  [null],
  [''],
  ['yesterday'],
  ['2026-13-01T00:00:00Z'],
  ['2026-11-18T25:00:00Z'],
  // Days that do not exist, which Date.parse takes for the first days of the next month.
  ['2026-02-30'],
  ['2026-02-29T10:00:00Z'],
  ['2026-04-31 10:00:00+02:00'],
  [{}],
  [[]],
  [true],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  ['+300000-01-01T00:00:00Z'],
  [`2026-11-18T10:00:00.${'0'.repeat(100)}Z`],
  [parseExactJson(Buffer.from('17952196462241795219'))],
])('%j cannot be parsed', (sent) => {
  expect(parseInstant(sent)).toBeNaN()
})
