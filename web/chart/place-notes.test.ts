import { expect, test } from 'vitest'
import { notedAt, notesHeightPx, placeNotes } from './place-notes.ts'
import { type Plot, xAt } from './plot.ts'

const PLOT: Plot = {
  width: 600,
  height: 300,
  left: 40,
  right: 4,
  top: 14,
  bottom: 24,
  points: 30,
  isBand: false,
}
const placed = (...notes: [index: number, word: string][]) =>
  placeNotes(
    notes.map(([index, word]) => ({ index, word })),
    PLOT,
  )

test('words that have room share a row, and those that would cover others have rows of their own', () => {
  expect(placed([0, 'Launch'], [15, 'Release 2.4']).map(({ row }) => row)).toEqual([0, 0])
  expect(
    placed([3, 'Release 2.4 with search'], [4, 'Release 2.5'], [20, 'v3']).map(({ row }) => row),
  ).toEqual([0, 1, 0])
})

test('no words cover each other in a row, whatever their order', () => {
  const all = placed(
    [9, 'a longer text of a release'],
    [2, 'b'],
    [6, 'c c c c'],
    [11, 'd'],
    [28, 'at the end of it'],
  )
  for (const row of [0, 1, 2]) {
    const spans = all
      .filter((one) => one.row === row)
      .map(({ x, isLeft, widthPx }) => (isLeft ? [x - widthPx, x] : [x, x + widthPx]))
    for (const [at, [from = 0]] of spans.entries())
      if (at > 0) expect(from).toBeGreaterThanOrEqual(spans[at - 1]?.[1] ?? 0)
  }
})

test('at the right edge the words stand left of their line, and are never beyond the chart', () => {
  const [last] = placed([29, 'Outage of the payment provider'])
  expect(last?.isLeft).toBe(true)
  expect(last?.x).toBe(xAt(PLOT, 29))
  expect((last?.x ?? 0) - (last?.widthPx ?? 0)).toBeGreaterThanOrEqual(0)
})

test('several at one point are one text, also in the tip', () => {
  expect(placed([4, 'v2'], [4, 'launch of it']).map(({ words }) => words)).toEqual(['v2, launch of it'])
  const notes = [
    { index: 4, word: 'v2' },
    { index: 4, word: 'launch' },
  ]
  expect([notedAt(notes, 4), notedAt(notes, 5)]).toEqual(['v2, launch', null])
})

test('a chart without annotations has no room for them', () => {
  expect(notesHeightPx(placed())).toBe(0)
  expect(notesHeightPx(placed([3, 'Release 2.4 with search'], [4, 'Release 2.5']))).toBe(36)
})
