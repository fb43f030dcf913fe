import { dateFormat, numberFormat } from './formatters.ts'

const NO_BREAK_SPACE = '\u00a0'
const MINUS = '\u2212'

/**
 * Formats a number with a true minus sign, and with a no-break space between thousands: `1 204`, `−0.4`. It
 * has at most this many decimals.
 */
export const exactNumber = (value: number, decimals = 2): string =>
  written(value, { maximumFractionDigits: decimals })

/** Formats a number like {@link exactNumber}, with exactly `decimals` decimals: `1.0`. */
export const fixedNumber = (value: number, decimals: number): string =>
  written(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

function written(value: number, options: Intl.NumberFormatOptions): string {
  // A number that is rounded to zero has no minus sign.
  const text = numberFormat({ ...options, signDisplay: 'negative' }).format(value)
  return text.replaceAll(',', NO_BREAK_SPACE).replace('-', MINUS)
}

/**
 * Formats a number exactly up to 99 999, and above that in a short form: `1.2 M`. Show the exact number on
 * hover.
 */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size < 100_000) return exactNumber(value, size < 100 ? 2 : 0)
  const [divisor, unit] = size < 1e6 ? [1e3, 'k'] : size < 1e9 ? [1e6, 'M'] : [1e9, 'G']
  return `${exactNumber(value / divisor, 1)}${NO_BREAK_SPACE}${unit}`
}

/** Formats a number of bytes in units with steps of 1 000: `412 kB`, `1.2 MB`. */
export function bytesText(bytes: number): string {
  const [divisor, unit] =
    bytes < 1e3 ? [1, 'B'] : bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${exactNumber(bytes / divisor, bytes < 1e6 ? 0 : 1)}${NO_BREAK_SPACE}${unit}`
}

/** Formats a share from 0 to 1 as a percentage with one decimal. */
export const percent = (share: number): string => `${fixedNumber(share * 100, 1)}${NO_BREAK_SPACE}%`

const UNITS: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/** Formats a duration in its two largest units: `1 d 4 h`, `3 min 20 s`. Below a second it is `0.4 s`. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${exactNumber(seconds, 2)} s`
  const first = UNITS.findIndex(([size]) => seconds >= size)
  const parts: string[] = []
  let rest = Math.round(seconds)
  for (const [size, unit] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.join(' ')
}

/**
 * Returns how long ago an instant was: `2 min ago`. If that is more than a day, returns its date in the
 * time zone.
 */
export function age(iso: string, nowMs: number, timeZone: string): string {
  const seconds = Math.max(0, (nowMs - Date.parse(iso)) / 1_000)
  if (seconds < 60) return 'just now'
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`
  return day(iso, nowMs, timeZone)
}

/** Formats a day: `Thu 19 Nov`. If it is not in the present year, the year is added. */
export function day(iso: string, nowMs: number, timeZone: string): string {
  const parts = (ms: number) =>
    Object.fromEntries(
      dateFormat('en-GB', {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone,
      })
        .formatToParts(ms)
        .map(({ type, value }) => [type, value]),
    )
  const [then, now] = [parts(Date.parse(iso)), parts(nowMs)]
  const month = then['month']?.slice(0, 3)
  const text = `${then['weekday']} ${then['day']} ${month}`
  return then['year'] === now['year'] ? text : `${text} ${then['year']}`
}

/** Formats the time of day in a time zone: `10:42`. */
export const timeOfDay = (iso: string, timeZone: string): string =>
  dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(iso))
