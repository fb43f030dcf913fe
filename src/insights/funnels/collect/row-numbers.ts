import type { ValueTexts } from '#sequences/actor-events.ts'
import { twice } from '#sequences/key-numbers.ts'

/** The numbers of a breakdown's rows in one walk: 0, 1, 2, … */
export interface RowNumbers {
  /** The row of an event's value. */
  rowOf(value: number, values: ValueTexts): number
  /** The row of the missing value. */
  readonly missing: number
  /** How many rows there are. */
  count(): number
  /** The text of a row's value; null is the row of all further values. What is in no row is a row of undefined. */
  textOf(row: number): string | null | undefined
}

const NOT_KNOWN = 0xffff_ffff
const FIRST_ROWS = 1024

/** Each text is a row. A walk has a number for each text, and its bytes, so that no text is kept here: they can be millions. */
export function rowsOfAllTexts(missingText: string): RowNumbers {
  const missing = 0
  // The number of a value, and its text, are the same in the whole walk.
  let texts: ValueTexts | undefined
  // By value: its row, and NOT_KNOWN. A list with gaps would be a table of objects.
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

/** The missing value and these texts are rows; all further values are one, or none. */
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
