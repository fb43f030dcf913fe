import { boundsOf } from './averages.ts'
import { countIn } from './growing-list.ts'

const MOST_BINS = 60
/** The width of the bins where all times are equal. */
const DEFAULT_WIDTH_SECONDS = 60

/**
 * The bins of times in ms: the second at which each begins, and its times. `count` + 1 of one width; without a count as many as
 * docs/semantics/funnels.md says. None without a time.
 */
export function binsOf(
  timesMs: readonly Float64Array[],
  count: number | null,
): (readonly [number, number])[] {
  const edges = binEdges(timesMs, count)
  const counts = edges.map(() => 0)
  const [first = 0, second = 0] = edges
  const width = second - first
  for (const part of timesMs)
    for (let i = 0; i < part.length; i++) {
      const bin = Math.floor(((part[i] as number) / 1000 - first) / width)
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  return edges.map((edge, i) => [edge, counts[i] ?? 0])
}

function binEdges(timesMs: readonly Float64Array[], count: number | null): number[] {
  const times = countIn(timesMs)
  if (times === 0) return []
  const { least, greatest } = boundsOf(timesMs)
  const bins = count ?? Math.min(Math.ceil(Math.cbrt(times)), MOST_BINS)
  const first = Math.floor(least / 1000)
  const width = Math.ceil((Math.ceil(greatest / 1000) - first) / bins) || DEFAULT_WIDTH_SECONDS
  return Array.from({ length: bins + 1 }, (_, i) => first + i * width)
}
