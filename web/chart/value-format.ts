import { duration, exactNumber, fixedNumber, percent, shortNumber } from '#web/ui/format.ts'

/** The functions that format the values of a question. */
export interface ValueFormat {
  readonly kind: 'number' | 'percent' | 'duration'
  /** The factor from a value to percent, such as 100 for shares; 1 for all other values. */
  readonly perCent: number
  /** The exact number, for hovering over a shortened one. */
  exact(value: number): string
  /** For tables and tips: without decimals from 1 000 on, unless the question sets the number of decimals. */
  rounded(value: number): string
  /** For big numbers and legends. */
  short(value: number): string
  /** For the axis; only the highest line has the unit. */
  axis(value: number, isTop: boolean): string
}

/** The fields of a question that set the format of its values. */
interface AxisAsked {
  readonly aggregationAxisFormat?: string | null
  readonly aggregationAxisPrefix?: string | null
  readonly aggregationAxisPostfix?: string | null
  readonly decimalPlaces?: number | null
}

/** From this amount on decimals are left out, because they are noise for a reader. */
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

/** Shares of 1 as percentages. */
export const SHARES: ValueFormat = percentFormat(100)
export const NUMBERS: ValueFormat = formatOf(null)

const axisNumber = (value: number): string =>
  Math.abs(value) < 10_000 ? exactNumber(value, 2) : shortNumber(value).replace('.0', '')

/**
 * The change between two values: in percentage points for percentages, else as a share of the earlier
 * value.
 */
export function changeOf(now: number, before: number, { kind, perCent }: ValueFormat): string {
  if (now === before) return '0'
  if (kind === 'percent') return `${signed(fixedNumber((now - before) * perCent, 1))} pts`
  // A share of zero does not exist.
  if (before === 0) return 'new'
  return signed(percent((now - before) / Math.abs(before)))
}

const signed = (text: string): string => (/^[−]/.test(text) ? text : `+${text}`)
