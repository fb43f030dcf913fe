import { boundsOf } from './averages.ts'
import type { Times } from './times-by-place.ts'

const MOST_BINS = 60
/** The width of the bins if the width by the formula is 0: if all times are the same whole second. */
const DEFAULT_WIDTH_SECONDS = 60

/**
 * Returns the bins of times in ms: the second at which each begins, and the number of its times. There are
 * `count` + 1 bins of one width. If `count` is null, docs/semantics/funnels.md defines it. Without times
 * there are no bins.
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
