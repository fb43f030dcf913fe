import type { ChartNote } from './chart-data.ts'
import { type Plot, xAt } from './plot.ts'

export interface PlacedNote {
  readonly index: number
  readonly words: string
  /** The distance of the annotation's line from the left edge of the chart, in pixels. */
  readonly x: number
  /** The row of the text, counted from the top. A row is {@link NOTE_ROW_PX} high. */
  readonly row: number
  /** Whether the text is to the left of its line, because there is no room to the right. */
  readonly isLeft: boolean
  /** The width of the text in pixels. A longer text is cut off. */
  readonly widthPx: number
}

export const NOTE_ROW_PX = 18
const MOST_ROWS = 3
const LETTER_PX = 6.4
const PADDING_PX = 12
/** A text that would have fewer pixels than this is left out. */
const LEAST_PX = 48
const MOST_PX = 240

const wantedPx = (words: string): number =>
  Math.min(MOST_PX, Math.ceil(words.length * LETTER_PX) + PADDING_PX)

/**
 * Places the texts of annotations above a chart, from left to right. Texts that would cover each other are
 * in different rows. All annotations at one point share a text. If a text fits into no row, it is left out,
 * and only the line of the annotation is drawn.
 */
export function placeNotes(notes: readonly ChartNote[], plot: Plot): readonly PlacedNote[] {
  const byIndex = new Map<number, string[]>()
  for (const { index, word } of notes) byIndex.set(index, [...(byIndex.get(index) ?? []), word])
  /** The right end of the last text in each row. */
  const ends = Array.from({ length: MOST_ROWS }, () => 0)
  return [...byIndex]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([index, all]): PlacedNote[] => {
      const words = all.join(', ')
      const [x, wanted] = [xAt(plot, index), wantedPx(words)]
      const isLeft = plot.width - x < Math.min(wanted, MOST_PX / 2)
      const [from, widthPx] = isLeft
        ? [Math.max(0, x - wanted), Math.min(wanted, x)]
        : [x, Math.min(wanted, plot.width - x)]
      const row = ends.findIndex((end) => end <= from)
      if (row < 0 || widthPx < Math.min(wanted, LEAST_PX)) return []
      ends[row] = from + widthPx
      return [{ index, words, x, row, isLeft, widthPx }]
    })
}

/** Returns the height in pixels that the texts need above the plot; 0 if there are none. */
export const notesHeightPx = (placed: readonly PlacedNote[]): number =>
  placed.length === 0 ? 0 : (1 + Math.max(...placed.map(({ row }) => row))) * NOTE_ROW_PX

/** Returns the texts of all annotations at a point, joined by commas; null if there are none. */
export function notedAt(notes: readonly ChartNote[], index: number): string | null {
  const words = notes.filter((one) => one.index === index).map(({ word }) => word)
  return words.length === 0 ? null : words.join(', ')
}
