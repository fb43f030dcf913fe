import { expect, test } from 'vitest'
import { tipRows } from './tip-rows.ts'
import { changeOf, formatOf, NUMBERS, SHARES } from './value-format.ts'

const PERCENTS = formatOf({ aggregationAxisFormat: 'percentage' })

test.each([
  [110, 100, NUMBERS, '+10.0\u00a0%'],
  [90, 100, NUMBERS, '−10.0\u00a0%'],
  [5, 5, NUMBERS, '0'],
  [5, 0, NUMBERS, 'new'],
  [0.246, 0.228, SHARES, '+1.8 pts'],
  [0.5, 1, SHARES, '−50.0 pts'],
  [24.6, 22.8, PERCENTS, '+1.8 pts'],
])('%s after %s', (now, before, format, text) => expect(changeOf(now, before, format)).toBe(text))

test('the unit of shares is at the highest line alone', () => {
  expect([SHARES.axis(0.1, false), SHARES.axis(0.3, true), SHARES.exact(0.1179)]).toEqual([
    '10',
    '30\u00a0%',
    '11.8\u00a0%',
  ])
  expect(PERCENTS.exact(24.6)).toBe('24.6\u00a0%')
})

test('a question chooses what stands around its numbers, and their decimals', () => {
  const euros = formatOf({ aggregationAxisPrefix: '€\u00a0', decimalPlaces: 0 })
  expect([euros.exact(38_410.4), euros.short(1_240_000)]).toEqual(['€\u00a038\u00a0410', '€\u00a01.2\u00a0M'])
  expect(formatOf({ aggregationAxisFormat: 'duration' }).exact(200)).toBe('3 min 20 s')
})

test.each([
  [12.345, '12.35'],
  [999.994, '999.99'],
  [38_410.4, '38\u00a0410'],
  [-1_204.5, '−1\u00a0205'],
])('an amount of %d is read as %s', (value, text) => expect(NUMBERS.rounded(value)).toBe(text))

test('the decimals that a question asks for are those of every amount', () =>
  expect(formatOf({ decimalPlaces: 1 }).rounded(38_410.44)).toBe('38\u00a0410.4'))

test('a tip has all series by value with the earlier one, the nearest marked', () => {
  const drawn = [
    { series: { key: 'a', name: 'a', color: '', values: [1, 5], before: [1, 4] }, tops: [], beforeTops: [] },
    { series: { key: 'b', name: 'b', color: '', values: [1, 7] }, tops: [], beforeTops: [] },
  ]
  expect(
    tipRows(drawn, 1, 'a', NUMBERS).map(({ key, value, before, change, isNearest }) => [
      key,
      value,
      before,
      change,
      isNearest,
    ]),
  ).toEqual([
    ['b', '7', null, null, false],
    ['a', '5', '4', '+25.0\u00a0%', true],
  ])
})
