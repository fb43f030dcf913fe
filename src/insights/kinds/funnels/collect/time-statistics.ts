import type { Times } from './times-by-place.ts'

/** Returns the average of the times; null if there are none. */
export function averageOf(times: Times): number | null {
  if (times.length === 0) return null
  let sum = 0
  for (let i = 0; i < times.length; i++) sum += times[i] as number
  return sum / times.length
}

/** The least and the greatest of a list of numbers. */
interface Bounds {
  readonly least: number
  readonly greatest: number
}

function boundsOf(times: Times): Bounds {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < times.length; i++) {
    const ms = times[i] as number
    if (ms < least) least = ms
    if (ms > greatest) greatest = ms
  }
  return { least, greatest }
}

/**
 * Returns the median; null without times. The median of an even number of values is the mean of the two in
 * the middle.
 */
export function medianOf(times: Times): number | null {
  const count = times.length
  if (count === 0) return null
  const upper = Math.floor(count / 2)
  const [first, second] = numbersAt(times, count % 2 === 0 ? upper - 1 : upper, upper)
  return (first + second) / 2
}

/** Up to this many numbers are sorted. If there are more, they are counted in bins. */
const FEW = 2 ** 12
const BINS = 2 ** 12

/**
 * Returns the numbers that a sorted list of all times would have at `place` and at `last`, which is the
 * same index or the next one. The numbers are counted by size, in bins of equal width. This is repeated
 * within the bin that has both indexes until this bin has at most 4,096 numbers, which are then copied and
 * sorted. No other numbers are copied or moved, because they can be tens of millions.
 */
export function numbersAt(times: Times, place: number, last: number): readonly [number, number] {
  let bounds = boundsOf(times)
  let count = times.length
  let before = 0
  while (count > FEW && bounds.least < bounds.greatest) {
    const counts = countByBin(times, bounds)
    let bin = 0
    for (; place - before >= (counts[bin] as number); bin++) before += counts[bin] as number
    count = counts[bin] as number
    if (last - before >= count) return aroundEnd(times, bounds, bin)
    bounds = boundsOfBin(times, bounds, bin)
  }
  if (bounds.least === bounds.greatest) return [bounds.least, bounds.least]
  const sorted = numbersWithin(times, bounds, count).sort()
  return [sorted[place - before] as number, sorted[last - before] as number]
}

/**
 * Returns the bin of a value. The bin of a greater value is never an earlier one, and the greatest value is
 * in the last bin.
 */
const binOf = (value: number, { least, greatest }: Bounds): number =>
  Math.floor(((value - least) / (greatest - least)) * (BINS - 1))

function countByBin(times: Times, bounds: Bounds): Uint32Array {
  const counts = new Uint32Array(BINS)
  for (let i = 0; i < times.length; i++) {
    const value = times[i] as number
    if (value < bounds.least || value > bounds.greatest) continue
    const bin = binOf(value, bounds)
    counts[bin] = (counts[bin] as number) + 1
  }
  return counts
}

function boundsOfBin(times: Times, bounds: Bounds, bin: number): Bounds {
  let least = bounds.greatest
  let greatest = bounds.least
  for (let i = 0; i < times.length; i++) {
    const value = times[i] as number
    if (value < bounds.least || value > bounds.greatest || binOf(value, bounds) !== bin) continue
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return { least, greatest }
}

/** Returns the greatest number up to the end of a bin, and the least number after this end. */
function aroundEnd(times: Times, bounds: Bounds, bin: number): readonly [number, number] {
  let before = bounds.least
  let behind = bounds.greatest
  for (let i = 0; i < times.length; i++) {
    const value = times[i] as number
    if (value < bounds.least || value > bounds.greatest) continue
    if (binOf(value, bounds) > bin) behind = Math.min(behind, value)
    else before = Math.max(before, value)
  }
  return [before, behind]
}

function numbersWithin(times: Times, { least, greatest }: Bounds, count: number): Float64Array {
  const found = new Float64Array(count)
  let at = 0
  for (let i = 0; i < times.length; i++) {
    const value = times[i] as number
    if (value >= least && value <= greatest) found[at++] = value
  }
  return found
}

const MOST_BINS = 60
/** The width of the bins if the formula gives a width of 0, because all times are the same whole second. */
const DEFAULT_WIDTH_SECONDS = 60

/**
 * Returns the bins of times in ms: the second at which each bin begins, and the number of times in it.
 * There are `count` + 1 bins of equal width. If `count` is null, docs/semantics/funnels.md defines the
 * number of bins. Without times there are no bins.
 */
export function binsOf(times: Times, count: number | null): (readonly [number, number])[] {
  const edges = binEdges(times, count)
  const counts = edges.map(() => 0)
  const [first = 0, second = 0] = edges
  const width = second - first
  for (let i = 0; i < times.length; i++) {
    const bin = Math.floor(((times[i] as number) / 1000 - first) / width)
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return edges.map((edge, i) => [edge, counts[i] ?? 0])
}

function binEdges(times: Times, count: number | null): number[] {
  if (times.length === 0) return []
  const { least, greatest } = boundsOf(times)
  const bins = count ?? Math.min(Math.ceil(Math.cbrt(times.length)), MOST_BINS)
  const first = Math.floor(least / 1000)
  const width = Math.ceil((Math.ceil(greatest / 1000) - first) / bins) || DEFAULT_WIDTH_SECONDS
  return Array.from({ length: bins + 1 }, (_, i) => first + i * width)
}
