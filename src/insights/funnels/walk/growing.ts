const FIRST_CAPACITY = 1024

/** Numbers by row, 0 until they are counted. */
export interface Counts {
  add(row: number): void
  of(row: number): number
  /** Above all rows that were counted. */
  readonly end: number
}

export function createCounts(): Counts {
  let counts = new Uint32Array(FIRST_CAPACITY)
  let end = 0
  return {
    add(row) {
      if (row >= counts.length) {
        const larger = new Uint32Array(2 * row)
        larger.set(counts)
        counts = larger
      }
      counts[row] = (counts[row] as number) + 1
      if (row >= end) end = row + 1
    },
    of: (row) => counts[row] ?? 0,
    get end() {
      return end
    },
  }
}

/** Times of rows. They are kept, because a median and bins need all of them. */
export interface Times {
  add(row: number, ms: number): void
  /** The times of each of `count` rows, after `rowOf` has given each row that was added the number that it has now. */
  byRow(count: number, rowOf: (row: number) => number): Float64Array[]
}

export function createTimes(): Times {
  let rows = new Uint32Array(FIRST_CAPACITY)
  let times = new Float64Array(FIRST_CAPACITY)
  let length = 0

  function grow(): void {
    const [moreRows, moreTimes] = [new Uint32Array(2 * length), new Float64Array(2 * length)]
    moreRows.set(rows)
    moreTimes.set(times)
    rows = moreRows
    times = moreTimes
  }

  return {
    add(row, ms) {
      if (length === rows.length) grow()
      rows[length] = row
      times[length] = ms
      length++
    },
    byRow(count, rowOf) {
      const sizes = new Uint32Array(count)
      for (let i = 0; i < length; i++) {
        const row = rowOf(rows[i] as number)
        sizes[row] = (sizes[row] as number) + 1
      }
      const split = Array.from(sizes, (size) => new Float64Array(size))
      for (let i = 0; i < length; i++) {
        const row = rowOf(rows[i] as number)
        const left = (sizes[row] as number) - 1
        sizes[row] = left
        ;(split[row] as Float64Array)[left] = times[i] as number
      }
      return split
    },
  }
}
