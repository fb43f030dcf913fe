import { duration, exactNumber, fixedNumber, percent, shortNumber } from '#web/ui/format.ts'

/** The functions that format the values of a question. */
export interface ValueFormat {
  readonly kind: 'number' | 'percent' | 'duration'
  /**
   * The factor that turns a value into percent, such as 100 for shares; 1 for values that are not
   * percentages.
   */
  readonly perCent: number
  /** Returns the exact number. It is shown on hover if the number itself is shortened. */
  exact(value: number): string
  /**
   * Returns the number for tables and tips. From 1 000 on it has no decimals, unless the question sets
   * their number.
   */
  rounded(value: number): string
  /** Returns a short number, for big numbers and legends. */
  short(value: number): string
  /** Returns the number for a line of the axis. Only the highest line has the unit. */
  axis(value: number, isTop: boolean): string
}

/** The fields of a question that set the format of its values. */
interface AxisAsked {
  readonly aggregationAxisFormat?: string | null
  readonly aggregationAxisPrefix?: string | null
  readonly aggregationAxisPostfix?: string | null
  readonly decimalPlaces?: number | null
}

/** From this number on, decimals are left out, because they say nothing to a reader. */
const LARGE = 1_000

/** Returns the format that `trendsFilter` sets; plain numbers if it sets none. */
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

/** The format of shares. A share of 1 is 100 %. */
export const SHARES: ValueFormat = percentFormat(100)
export const NUMBERS: ValueFormat = formatOf(null)

const axisNumber = (value: number): string =>
  Math.abs(value) < 10_000 ? exactNumber(value, 2) : shortNumber(value).replace('.0', '')

/**
 * Returns the change between two values in words. It is in percentage points for percentages, and otherwise
 * in percent of the earlier value.
 */
export function changeOf(now: number, before: number, { kind, perCent }: ValueFormat): string {
  if (now === before) return '0'
  if (kind === 'percent') return `${signed(fixedNumber((now - before) * perCent, 1))} pts`
  // There is no percentage of zero.
  if (before === 0) return 'new'
  return signed(percent((now - before) / Math.abs(before)))
}

const signed = (text: string): string => (/^[−]/.test(text) ? text : `+${text}`)
