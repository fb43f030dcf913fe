/**
 * Between the two numbers beside the place, as far along as the place is between theirs. NaN of no numbers.
 */
export function percentile(numbers: readonly number[], percent: number): number {
  if (numbers.length === 0) return Number.NaN
  const sorted = numbers.toSorted((a, b) => a - b)
  const place = ((sorted.length - 1) * percent) / 100
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}
