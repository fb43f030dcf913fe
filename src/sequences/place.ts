/** Rows of which those of one actor lie together, in any order. */
export interface Places {
  /** The rows of number n are those from `starts[n]` to `starts[n + 1]`: none for some numbers. */
  readonly starts: Uint32Array
  /** The place of each row. */
  readonly ofRows: Uint32Array
}

/** The places of rows by the numbers of their actors, which are below `count`: a counting sort. `numbers` become the places. */
export function placesOf(numbers: Uint32Array, count: number): Places {
  const starts = new Uint32Array(count + 1)
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] ?? 0
    starts[number + 1] = (starts[number + 1] ?? 0) + 1
  }
  for (let number = 0; number < count; number++)
    starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0)
  const next = starts.slice()
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] ?? 0
    const place = next[number] ?? 0
    next[number] = place + 1
    numbers[row] = place
  }
  return { starts, ofRows: numbers }
}
