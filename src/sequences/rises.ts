/** Rows of a column in which the numbers never fall. */
export interface Rise {
  /** The place of the column. */
  readonly column: number
  readonly from: number
  readonly to: number
}

/** With shorter rises than this, on average, they are not worth their time. */
const LEAST_ROWS = 16

/** All rows of some columns, each rise as long as it can be; null where there are too many of them. */
export function risesOf(columns: readonly Uint32Array[]): Rise[] | null {
  const rows = columns.reduce((sum, { length }) => sum + length, 0)
  const most = columns.length + rows / LEAST_ROWS
  const found: Rise[] = []
  for (const [column, numbers] of columns.entries())
    for (let from = 0; from < numbers.length; ) {
      const to = endOfRise(numbers, from)
      found.push({ column, from, to })
      from = to
      if (found.length > most) return null
    }
  return found
}

function endOfRise(numbers: Uint32Array, from: number): number {
  let last = numbers[from] ?? 0
  for (let row = from + 1; row < numbers.length; row++) {
    const number = numbers[row] ?? 0
    if (number < last) return row
    last = number
  }
  return numbers.length
}
