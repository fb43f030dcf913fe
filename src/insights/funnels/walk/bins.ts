const MOST_BINS = 60
const EMPTY_RANGE_SECONDS = 60

/** The seconds at which a bin begins, and the actors in it. */
export type Bin = readonly [fromSeconds: number, actors: number]

/**
 * The bins of times to convert: `binCount` + 1 of one width in whole seconds, beginning at the whole second of the least time. Null
 * stands for the cube root of the number of times. None without a time.
 */
export function binsOf(times: Float64Array, binCount: number | null): Bin[] {
  if (times.length === 0) return []
  const n = binCount ?? cubeRoot(times.length)
  let [leastMs, greatestMs] = [Number.POSITIVE_INFINITY, 0]
  for (const ms of times) {
    if (ms < leastMs) leastMs = ms
    if (ms > greatestMs) greatestMs = ms
  }
  const begin = Math.floor(leastMs / 1000)
  const width = Math.ceil((Math.ceil(greatestMs / 1000) - begin) / n) || EMPTY_RANGE_SECONDS
  const actors = new Uint32Array(n + 1)
  for (const ms of times) {
    const bin = Math.floor((ms - begin * 1000) / (width * 1000))
    actors[bin] = (actors[bin] as number) + 1
  }
  return Array.from(actors, (count, i) => [begin + i * width, count] as const)
}

/** Rounded up. `Math.cbrt` can be above the root of a cube, and then one more would be taken. */
function cubeRoot(count: number): number {
  let n = 1
  while (n < MOST_BINS && n ** 3 < count) n++
  return n
}
