/**
 * The ends of the rises of a column. A rise is a piece of the column in which the numbers never fall. For
 * each rise, the list has the first row after it. The first rise begins at row 0.
 */
export type RiseEnds = readonly number[]

/** If the rises have fewer rows than this on average, using them takes more time than it saves. */
const LEAST_ROWS = 16

/** Returns the rises of each column. Each rise is as long as possible. Null if there are too many rises. */
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
