import { expect, test } from 'vitest'
import { axisTicks, durationText, numberText, percentText, shortNumberText } from './figures.ts'

test.each([
  [null, '–'],
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

test.each([
  [0, 0, true, [0, 1]],
  [0, 1, true, [0, 1]],
  [0, 2, true, [0, 1, 2]],
  [0, 2, false, [0, 0.5, 1, 1.5, 2]],
  [0, 7, true, [0, 2, 4, 6, 8]],
  [0, 140, true, [0, 50, 100, 150]],
  [0, 0.3, false, [0, 0.1, 0.2, 0.3]],
  [-5, 10, true, [-5, 0, 5, 10]],
  [-3, 0, true, [-3, -2, -1, 0]],
])('an axis from %d to %d, whole: %j, has the ticks %j', (least, most, isWhole, ticks) => {
  expect(axisTicks(least, most, isWhole)).toEqual(ticks)
})

test('numbers, percentages and durations are rounded and grouped', () => {
  expect([numberText(1234567.891), numberText(-3), shortNumberText(1500), shortNumberText(0.25)]).toEqual([
    '1,234,567.89',
    '-3',
    '1.5K',
    '0.25',
  ])
  expect([percentText(null), percentText(0), percentText(1 / 3), percentText(1)]).toEqual([
    '–',
    '0%',
    '33.3%',
    '100%',
  ])
})
