/**
 * The ends of the rises of a column: for each rise, the first row after it. Within a rise the numbers never
 * fall. The first rise begins at row 0.
 */
export type RiseEnds = readonly number[]

/** If rises have fewer rows than this on average, using them is not worth the time. */
const LEAST_ROWS = 16

/** Returns the rises of each column, each as long as possible; null if there are too many of them. */
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
