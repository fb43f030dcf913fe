const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export const numberText = (value: number): string => NUMBER.format(value)
/** For the ends of axes: `1.5K`. */
export const shortNumberText = (value: number): string => COMPACT.format(value)
export const percentText = (share: number | null): string => (share === null ? '–' : PERCENT.format(share))

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/** A duration by its two largest units: `2 h 5 min`, `1 min 30 s`, `0.4 s`. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 60) return `${numberText(seconds)} s`
  const i = UNITS.findIndex(([, length]) => seconds >= length)
  const [unit, length] = UNITS[i] ?? UNITS[2]
  const [nextUnit, nextLength] = UNITS[i + 1] ?? ['s', 1]
  // Rounded first, so that 59.9 s more is another minute and not 60 s.
  const whole = Math.round(seconds / nextLength) * nextLength
  const rest = Math.round((whole % length) / nextLength)
  return `${Math.floor(whole / length)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ''}`
}

/** The round numbers of an axis that covers both ends, about five of them. Without fractions where the data have none. */
export function axisTicks(least: number, most: number, isWhole: boolean): number[] {
  const rough = Math.max((most - least) / 4, Number.MIN_VALUE)
  const magnitude = most > least ? 10 ** Math.floor(Math.log10(rough)) : 1
  const round = [1, 2, 5, 10].map((factor) => factor * magnitude).find((one) => one >= rough) ?? 1
  const step = isWhole ? Math.max(round, 1) : round
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
