/**
 * The ranges of dates that visitors of a link may choose, if its owner allows it. A fixed list bounds what
 * a link can ask of the server.
 */
export const SHARED_RANGES = [
  { label: 'Last 24 hours', date_from: '-24h', date_to: null },
  { label: 'Last 7 days', date_from: '-7d', date_to: null },
  { label: 'Last 30 days', date_from: '-30d', date_to: null },
  { label: 'Last 90 days', date_from: '-90d', date_to: null },
  { label: 'Last 12 months', date_from: '-12m', date_to: null },
  { label: 'Today', date_from: 'dStart', date_to: null },
  { label: 'Yesterday', date_from: '-1dStart', date_to: '-1dEnd' },
  { label: 'This month', date_from: 'mStart', date_to: null },
  { label: 'Previous month', date_from: '-1mStart', date_to: '-1mEnd' },
  { label: 'Year to date', date_from: 'yStart', date_to: null },
] as const

export type SharedRange = (typeof SHARED_RANGES)[number]

/**
 * Returns the query string that asks for a range, such as `?date_from=-7d`; empty for the owner's own
 * range.
 */
export const sharedSearch = (range: SharedRange | null): string => {
  if (range === null) return ''
  const { date_from, date_to } = range
  return `?${new URLSearchParams({ date_from, ...(date_to !== null && { date_to }) })}`
}
