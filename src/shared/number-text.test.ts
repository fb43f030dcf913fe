import { expect, test } from 'vitest'
import { durationText, durationWords, numberText } from './number-text.ts'

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

test.each([
  [0, '0 milliseconds'],
  [1, '1 millisecond'],
  [1_000, '1 second'],
  [90_500, '1 minute 31 seconds'],
  [1_800_000, '30 minutes'],
  [3_600_000, '1 hour'],
  [1_209_600_000, '14 days'],
  [100_000_000, '1 day 4 hours'],
])('%d ms in words are %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words)
})
