/**
 * Returns a percentile by linear interpolation between the two numbers next to its place in the sorted
 * list. NaN if there are no numbers.
 */
export function percentile(numbers: readonly number[], percent: number): number {
  if (numbers.length === 0) return Number.NaN
  const sorted = numbers.toSorted((a, b) => a - b)
  const place = ((sorted.length - 1) * percent) / 100
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}
