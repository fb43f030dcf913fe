import type { ValueTexts } from '#sequences/actor-events.ts'
import { twice } from '#sequences/key-numbers.ts'

/** Assigns numbers to the rows of a breakdown in one walk: 0, 1, 2, … */
export interface RowNumbers {
  /** Returns the row of an event's value. */
  rowOf(value: number, values: ValueTexts): number
  /** The row of the missing value. */
  readonly missing: number
  /** Returns how many rows there are. */
  count(): number
  /**
   * Returns the text of a row's value. Null for the row of all other values; undefined for the row number
   * shared by all values that the result leaves out.
   */
  textOf(row: number): string | null | undefined
}

const NOT_KNOWN = 0xffff_ffff
const FIRST_ROWS = 1024

/**
 * Makes a row of each text. It keeps no text, because texts can be millions: the walk has a number for each
 * text, and the bytes of the text.
 */
export function rowsOfAllTexts(missingText: string): RowNumbers {
  const missing = 0
  // Every new value sets the same texts: the number of a value, and its text, do not change during a walk.
  let texts: ValueTexts | undefined
  // `known[value]` is the row of a value, or NOT_KNOWN. A list with gaps would become a table of objects.
  let known = new Uint32Array(FIRST_ROWS).fill(NOT_KNOWN)
  let valueOfRow = new Uint32Array(FIRST_ROWS)
  let count = 1
  const addRow = (value: number): number => {
    if (count === valueOfRow.length) valueOfRow = twice(valueOfRow)
    valueOfRow[count] = value
    return count++
  }
  const rowOfNew = (value: number, values: ValueTexts): number => {
    texts = values
    const isMissing = (values.at(value) ?? missingText) === missingText
    if (value >= known.length) {
      const longer = new Uint32Array(2 * Math.max(value, known.length)).fill(NOT_KNOWN)
      longer.set(known)
      known = longer
    }
    const row = isMissing ? missing : addRow(value)
    known[value] = row
    return row
  }
  return {
    missing,
    rowOf(value, values) {
      const row = known[value] ?? NOT_KNOWN
      return row === NOT_KNOWN ? rowOfNew(value, values) : row
    },
    count: () => count,
    textOf: (row) => (row === missing ? missingText : texts?.at(valueOfRow[row] ?? 0)),
  }
}

/** Makes rows of the missing value and of the given texts. All other values share one row, or are in none. */
export function rowsOfTexts(given: readonly string[], missingText: string, hasOther: boolean): RowNumbers {
  const texts = [missingText, hasOther ? null : undefined, ...given.filter((text) => text !== missingText)]
  const other = 1
  const rows = new Map(texts.map((text, row) => [text, row]))
  const known: number[] = []
  return {
    missing: 0,
    rowOf(value, values) {
      known[value] ??= rows.get(values.at(value) ?? missingText) ?? other
      return known[value]
    },
    count: () => texts.length,
    textOf: (row) => texts[row],
  }
}
