/** Lengths of the units for a time between two events. A month has 31 days, as clients expect. */
export const WINDOW_UNIT_SECONDS = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
  month: 31 * 86_400,
} as const
