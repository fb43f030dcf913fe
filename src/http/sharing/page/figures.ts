const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** Returns a number in the short form for axes: `1.5K`. */
export const shortNumberText = (value: number): string => COMPACT.format(value)
export const percentText = (share: number | null): string => (share === null ? '–' : PERCENT.format(share))

/**
 * Returns about five round numbers for the lines of an axis from `least` to `most`. If `isWhole` is true,
 * the numbers are whole.
 */
export function axisTicks(least: number, most: number, isWhole: boolean): number[] {
  const rough = Math.max((most - least) / 4, Number.MIN_VALUE)
  const magnitude = most > least ? 10 ** Math.floor(Math.log10(rough)) : 1
  const round = [1, 2, 5, 10].map((factor) => factor * magnitude).find((one) => one >= rough) ?? 1
  const step = isWhole ? Math.max(round, 1) : round
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
