/** The scale of an axis from `low` to `high`. There is a grid line at each `step`. */
export interface Scale {
  readonly low: number
  readonly high: number
  readonly step: number
}

const STEPS = [1, 2, 2.5, 5, 10]
const INTERVALS = 3
// A value may exceed a grid line by this share of a step, because a sum such as 0.1 + 0.2 is slightly above
// 0.3.
const NOISE = 1e-9

/**
 * Returns a scale that includes zero. It has four grid lines if no value is negative. Otherwise it ends at
 * the grid lines next to the lowest and the highest value. The steps are whole if all values are whole.
 */
export function scaleOf(values: Iterable<number>): Scale {
  let [low, high, isWhole] = [0, 0, true]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
    isWhole &&= Number.isInteger(value)
  }
  const step = stepOf((high - low) / INTERVALS, isWhole)
  // A line or bar that ends at the last grid line is still visible, so only a value beyond it needs another
  // grid line.
  const lowest = -Math.ceil(-low / step - NOISE) * step
  const highest = Math.ceil(high / step - NOISE) * step
  if (low < 0) return { low: lowest + 0, high: highest + 0, step }
  return { low: 0, high: INTERVALS * step, step }
}

function stepOf(least: number, isWhole: boolean): number {
  if (least <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (STEPS.find((one) => one * power >= least * (1 - NOISE)) ?? 10) * power
  return isWhole ? Math.max(1, Math.ceil(step)) : step
}

/** Returns the values of all grid lines, lowest first. */
export const linesOf = ({ low, high, step }: Scale): number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => cleaned(low + i * step))

/** Removes the rounding error of a sum: 0.3, not 0.30000000000000004. */
const cleaned = (value: number): number => Number(value.toPrecision(12))
