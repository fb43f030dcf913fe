export interface StoredMonth {
  /** The month: `2026-11`. */
  readonly month: string
  readonly events: number
  readonly bytes: number
}

const NAMES = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the name of a month: `November 2026` for `2026-11`. */
export const monthName = (month: string): string => NAMES.format(new Date(`${month}-01T00:00:00Z`))

/**
 * Returns the months that will be deleted if the present month and the `kept` months before it are kept.
 * The server counts months in UTC.
 */
export function goingMonths(
  months: readonly StoredMonth[],
  kept: number,
  nowMs: number,
): readonly StoredMonth[] {
  const now = new Date(nowMs)
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept, 1))
  const since = first.toISOString().slice(0, 7)
  return months.filter(({ month }) => month < since)
}
