/** The rows of a column where its rises end, the first row after each: within a rise the numbers never fall. The first one begins at row 0. */
export type RiseEnds = readonly number[]

/** With shorter rises than this, on average, they are not worth their time. */
const LEAST_ROWS = 16

/** Of each column, each rise as long as it can be; null where there are too many of them. */
export function risesOf(columns: readonly Uint32Array[]): RiseEnds[] | null {
  const rows = columns.reduce((sum, { length }) => sum + length, 0)
  let left = columns.length + rows / LEAST_ROWS
  const rises: RiseEnds[] = []
  for (const numbers of columns) {
    const ends: number[] = []
    for (let row = 0; row < numbers.length; ) {
      row = endOfRise(numbers, row)
      ends.push(row)
      if (left-- < 0) return null
    }
    rises.push(ends)
  }
  return rises
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
