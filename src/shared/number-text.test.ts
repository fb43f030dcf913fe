import { expect, test } from 'vitest'
import { durationText, numberText } from './number-text.ts'

test.each([
  [0, '0 s'],
  [0.42, '0.42 s'],
  [59.5, '59.5 s'],
  [60, '1 min'],
  [90, '1 min 30 s'],
  [119.9, '2 min'],
  [3_599.9, '60 min'],
  [3_600, '1 h'],
  [7_500, '2 h 5 min'],
  [86_400, '1 d'],
  [100_000, '1 d 4 h'],
])('%j seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('numbers are rounded and grouped', () => {
  expect([numberText(1234567.891), numberText(-3)]).toEqual(['1,234,567.89', '-3'])
})
