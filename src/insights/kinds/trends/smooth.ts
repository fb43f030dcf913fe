/**
 * Returns the mean of each value and of up to `intervals - 1` values before it. At the beginning of the
 * range fewer values are averaged, because nothing is known before it. `intervals` is a whole number from
 * 1. Means are never rounded, so a ratio stays a ratio.
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
 * Cuts the data into blocks of `length` values. Returns two sums for each value: the sum from the start of
 * its block to the value, and the sum from the value to the end of its block. The sum of any window of
 * `length` values is one sum of the first kind plus one of the second kind. The work does not grow with the
 * length. Unlike a sum that is carried from window to window, these sums keep no rounding error of a large
 * value.
 */
function sumsOfBlocks(data: readonly number[], length: number) {
  const fromStart = [...data]
  const toEnd = [...data]
  for (const i of data.keys()) if (i % length !== 0) fromStart[i] = (fromStart[i - 1] ?? 0) + (data[i] ?? 0)
  for (let i = data.length - 2; i >= 0; i--)
    if ((i + 1) % length !== 0) toEnd[i] = (toEnd[i + 1] ?? 0) + (data[i] ?? 0)
  return { fromStart, toEnd }
}
