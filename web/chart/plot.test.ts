import { expect, test } from 'vitest'
import { indexAt, labelledPoints, type Plot, spread, xAt, yAt } from './plot.ts'

const PLOT: Plot = {
  width: 640,
  height: 368,
  left: 36,
  right: 4,
  top: 14,
  bottom: 24,
  points: 31,
  isBand: false,
}
const BARS: Plot = { ...PLOT, isBand: true }

test('lines reach both edges, bars stand in their share', () => {
  expect([xAt(PLOT, 0), xAt(PLOT, 30), xAt(PLOT, 15)]).toEqual([36, 636, 336])
  expect(xAt({ ...BARS, points: 2 }, 0)).toBe(186)
  expect(xAt({ ...PLOT, points: 1 }, 0)).toBe(336)
})

test('the nearest point of a place is that of the place', () => {
  for (const plot of [PLOT, BARS])
    for (let index = 0; index < plot.points; index += 1) expect(indexAt(plot, xAt(plot, index))).toBe(index)
  expect([indexAt(PLOT, -50), indexAt(PLOT, 9_000)]).toEqual([0, 30])
})

test('a value has its height between the lines', () => {
  const scale = { low: -50, high: 100, step: 50 }
  expect([yAt(PLOT, scale, 100), yAt(PLOT, scale, -50), yAt(PLOT, scale, 25)]).toEqual([14, 344, 179])
})

test('labels do not touch, and the last point has one', () => {
  const shown = [...labelledPoints(PLOT)]
  expect(shown.at(-1)).toBe(30)
  const places = shown.map((index) => xAt(PLOT, index))
  for (const [i, x] of places.entries()) if (i > 0) expect(x - (places[i - 1] ?? 0)).toBeGreaterThan(57)
  expect([...labelledPoints({ ...PLOT, points: 1 })]).toEqual([0])
})

test.each([
  [
    [10, 100],
    [10, 100],
  ],
  [
    [10, 10, 10],
    [10, 23, 36],
  ],
  [
    [98, 99, 100],
    [74, 87, 100],
  ],
  [
    [50, 10, 52],
    [50, 10, 63],
  ],
])('labels at %j keep apart', (wanted, places) => expect(spread(wanted, 13, 100)).toEqual(places))
