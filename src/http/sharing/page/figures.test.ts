import { expect, test } from 'vitest'
import { axisTicks, percentText, shortNumberText } from './figures.ts'

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

test('numbers and percentages are rounded', () => {
  expect([shortNumberText(1500), shortNumberText(0.25)]).toEqual(['1.5K', '0.25'])
  expect([percentText(null), percentText(0), percentText(1 / 3), percentText(1)]).toEqual([
    '–',
    '0%',
    '33.3%',
    '100%',
  ])
})
