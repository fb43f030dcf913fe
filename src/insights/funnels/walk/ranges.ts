/** The range that `ms` lies in, between the first edge and the last. By bisection: an actor has events in few of many ranges. */
export function rangeAt(edgesMs: readonly number[], ms: number): number {
  let [low, high] = [0, edgesMs.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((edgesMs[middle] as number) <= ms) low = middle
    else high = middle
  }
  return low
}
