import type { ValueTexts } from '#sequences/actor-events.ts'

/** The numbers of a breakdown's rows in one walk. */
export interface RowNumbers {
  /** The row of an event's value. */
  rowOf(value: number, values: ValueTexts): number
  /** The row of the missing value. */
  readonly missing: number
  /** By row: the text of its value; null is the row of all further values. What is in no row is a row of undefined. */
  texts(): readonly (string | null | undefined)[]
}

const NOT_KNOWN = 0xffff_ffff

/** Each text is a row. A walk has a number for each text, so that no table of the texts is needed here: they can be millions. */
export function rowsOfAllTexts(missingText: string): RowNumbers {
  const missing = 0
  const texts = [missingText]
  // The number of a value is the same in the whole walk. By value: its row, and NOT_KNOWN. A list with gaps would be a table of objects.
  let known = new Uint32Array(1024).fill(NOT_KNOWN)
  const rowOfNew = (value: number, values: ValueTexts): number => {
    const text = values.at(value) ?? missingText
    const row = text === missingText ? missing : texts.push(text) - 1
    if (value >= known.length) {
      const longer = new Uint32Array(2 * Math.max(value, known.length)).fill(NOT_KNOWN)
      longer.set(known)
      known = longer
    }
    known[value] = row
    return row
  }
  return {
    missing,
    rowOf(value, values) {
      const row = known[value] ?? NOT_KNOWN
      return row === NOT_KNOWN ? rowOfNew(value, values) : row
    },
    texts: () => texts,
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
    texts: () => texts,
  }
}
