/**
 * Returns each value as the mean of itself and of up to `intervals - 1` values before it: fewer at the
 * beginning of the range, before which nothing is known. `intervals` is a whole number from 1. Means are
 * never rounded, so a ratio stays a ratio.
 */
export function smooth(data: readonly number[], intervals: number): number[] {
  const sums = sumsOfBlocks(data, intervals)
  return data.map((_, i) => {
    const first = Math.max(0, i - intervals + 1)
    const ofBlockBefore = first % intervals === 0 ? 0 : (sums.toEnd[first] ?? 0)
    return (ofBlockBefore + (sums.fromStart[i] ?? 0)) / (i - first + 1)
  })
}

/**
 * Returns the sums of each block of `length` values, from its start to a value and from a value to its end.
 * The sum of any window of that length is one sum of the first kind plus one sum of the second kind. The
 * work does not grow with the length. A large value leaves no rounding error, as it does in a sum that is
 * carried from window to window.
 */
function sumsOfBlocks(data: readonly number[], length: number) {
  const fromStart = [...data]
  const toEnd = [...data]
  for (const i of data.keys()) if (i % length !== 0) fromStart[i] = (fromStart[i - 1] ?? 0) + (data[i] ?? 0)
  for (let i = data.length - 2; i >= 0; i--)
    if ((i + 1) % length !== 0) toEnd[i] = (toEnd[i + 1] ?? 0) + (data[i] ?? 0)
  return { fromStart, toEnd }
}
