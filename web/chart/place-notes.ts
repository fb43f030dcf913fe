import type { ChartNote } from './chart-data.ts'
import { type Plot, xAt } from './plot.ts'

export interface PlacedNote {
  readonly index: number
  readonly words: string
  /** The place of the line, in pixels from the left. */
  readonly x: number
  /** From the top; rows are {@link NOTE_ROW_PX} high. */
  readonly row: number
  /** Whether the words stand left of the line, for want of room at its right. */
  readonly isLeft: boolean
  /** The room for the words, which are cut in it. */
  readonly widthPx: number
}

export const NOTE_ROW_PX = 18
const MOST_ROWS = 3
const LETTER_PX = 6.4
const PADDING_PX = 12
/** Words in less room are no words. */
const LEAST_PX = 48
const MOST_PX = 240

const wantedPx = (words: string): number =>
  Math.min(MOST_PX, Math.ceil(words.length * LETTER_PX) + PADDING_PX)

/**
 * The words of the annotations above a chart, from left to right, in rows so that they do not cover each
 * other. Several at one point are one text. An annotation without room in any row has a line only.
 */
export function placeNotes(notes: readonly ChartNote[], plot: Plot): readonly PlacedNote[] {
  const byIndex = new Map<number, string[]>()
  for (const { index, word } of notes) byIndex.set(index, [...(byIndex.get(index) ?? []), word])
  /** Where the words of each row end. */
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

/** The room above the plot for the words: none without annotations. */
export const notesHeightPx = (placed: readonly PlacedNote[]): number =>
  placed.length === 0 ? 0 : (1 + Math.max(...placed.map(({ row }) => row))) * NOTE_ROW_PX

/** What is marked at a point; null for nothing. */
export function notedAt(notes: readonly ChartNote[], index: number): string | null {
  const words = notes.filter((one) => one.index === index).map(({ word }) => word)
  return words.length === 0 ? null : words.join(', ')
}
