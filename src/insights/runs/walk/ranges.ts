/**
 * Returns the range that `ms` lies in; `ms` is between the first edge and the last. All ranges are about
 * equally long: they are months, or days, of which one can be an hour longer. So the position of `ms`
 * between the outer edges gives a range that is at most a few ranges off. Bisection took a seventh of the
 * walk of a trend.
 */
export function rangeAt(edgesMs: ArrayLike<number>, ms: number): number {
  const count = edgesMs.length - 1
  // The edges of a single range can be infinite.
  if (count === 1) return 0
  const first = edgesMs[0] as number
  let range = Math.floor(((ms - first) / ((edgesMs[count] as number) - first)) * count)
  while (range > 0 && (edgesMs[range] as number) > ms) range--
  while (range + 1 < count && (edgesMs[range + 1] as number) <= ms) range++
  return range
}
