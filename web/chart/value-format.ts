import { duration, exactNumber, fixedNumber, percent, shortNumber } from '#web/ui/format.ts'

/** How the values of a question are written. */
export interface ValueFormat {
  readonly kind: 'number' | 'percent' | 'duration'
  /** How many percent a value of 1 is; 1 for all but shares. */
  readonly perCent: number
  /** On hover over a number that is shortened. */
  exact(value: number): string
  /** In tables and tips: without decimals from 1 000 on, unless the question says how many. */
  rounded(value: number): string
  /** In big numbers and legends. */
  short(value: number): string
  /** On the axis; the unit is at the highest line alone. */
  axis(value: number, isTop: boolean): string
}

/** The fields of a question that say how its values are written. */
interface AxisAsked {
  readonly aggregationAxisFormat?: string | null
  readonly aggregationAxisPrefix?: string | null
  readonly aggregationAxisPostfix?: string | null
  readonly decimalPlaces?: number | null
}

/** Decimals of larger amounts are noise for a reader. */
const LARGE = 1_000

/** The format of `trendsFilter`; numbers where it says nothing. */
export function formatOf(asked: AxisAsked | null | undefined): ValueFormat {
  const kind = asked?.aggregationAxisFormat ?? 'numeric'
  if (kind === 'percentage_scaled' || kind === 'percentage')
    return percentFormat(kind === 'percentage' ? 1 : 100)
  if (kind === 'duration' || kind === 'duration_ms') return durationFormat(kind === 'duration' ? 1 : 1_000)
  const around = (text: string) =>
    `${asked?.aggregationAxisPrefix ?? ''}${text}${asked?.aggregationAxisPostfix ?? ''}`
  const decimals = asked?.decimalPlaces ?? null
  return {
    kind: 'number',
    perCent: 1,
    exact: (value) => around(exactNumber(value, decimals ?? 2)),
    rounded: (value) => around(exactNumber(value, decimals ?? (Math.abs(value) < LARGE ? 2 : 0))),
    short: (value) => around(shortNumber(value)),
    axis: (value, isTop) => (isTop ? around(axisNumber(value)) : axisNumber(value)),
  }
}

const percentFormat = (scale: number): ValueFormat => {
  const write = (value: number) => percent((value * scale) / 100)
  return {
    kind: 'percent',
    perCent: scale,
    exact: write,
    rounded: write,
    short: write,
    axis: (value, isTop) => `${exactNumber(value * scale, 2)}${isTop ? '\u00a0%' : ''}`,
  }
}

const durationFormat = (perSecond: number): ValueFormat => {
  const write = (value: number) => duration(value / perSecond)
  return { kind: 'duration', perCent: 1, exact: write, rounded: write, short: write, axis: write }
}

/** Shares of 1 as percentages. */
export const SHARES: ValueFormat = percentFormat(100)
export const NUMBERS: ValueFormat = formatOf(null)

const axisNumber = (value: number): string =>
  Math.abs(value) < 10_000 ? exactNumber(value, 2) : shortNumber(value).replace('.0', '')

/** The change between two values: in points between percentages, else as a share of the value before. */
export function changeOf(now: number, before: number, { kind, perCent }: ValueFormat): string {
  if (now === before) return '0'
  if (kind === 'percent') return `${signed(fixedNumber((now - before) * perCent, 1))} pts`
  // No share of nothing.
  if (before === 0) return 'new'
  return signed(percent((now - before) / Math.abs(before)))
}

const signed = (text: string): string => (/^[−]/.test(text) ? text : `+${text}`)
