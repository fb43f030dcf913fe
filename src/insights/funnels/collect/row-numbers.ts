/** The numbers of a breakdown's rows in one walk. */
export interface RowNumbers {
  /** The row of an event's value. */
  rowOf(value: number, values: readonly string[]): number
  /** The row of the missing value. */
  readonly missing: number
  /** By row: the text of its value; null is the row of all further values. What is in no row is a row of undefined. */
  texts(): readonly (string | null | undefined)[]
}

/** Each text is a row. A walk has a number for each text, so that no table of the texts is needed here: they can be millions. */
export function rowsOfAllTexts(missingText: string): RowNumbers {
  const missing = 0
  const texts = [missingText]
  // The number of a value is the same in the whole walk.
  const known: number[] = []
  return {
    missing,
    rowOf(value, values) {
      const found = known[value]
      if (found !== undefined) return found
      const text = values[value] ?? missingText
      const row = text === missingText ? missing : texts.push(text) - 1
      known[value] = row
      return row
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
      known[value] ??= rows.get(values[value] ?? missingText) ?? other
      return known[value]
    },
    texts: () => texts,
  }
}
