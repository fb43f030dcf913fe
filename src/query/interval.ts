import { shown } from '#contract/nearest-name.ts'
import { INTERVALS } from '#contract/question-names.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'

/** Length of the buckets of a range. A quarter is three months of the calendar, counted from January. */
export type Interval = (typeof INTERVALS)[number]

/** Returns whether a range that is cut into these intervals begins and ends at a time of day. */
export const isSubDay = (interval: Interval): interval is 'minute' | 'hour' =>
  interval === 'minute' || interval === 'hour'

/**
 * Parses the name of an interval, ignoring case; an absent one means a day.
 * @throws RequestError for any other text.
 */
export function parseInterval(value: string | null | undefined, path: Path): Interval {
  const name = (value || 'day').toLowerCase()
  const interval = INTERVALS.find((one) => one === name)
  if (interval !== undefined) return interval
  throw invalid(
    'invalid_choice',
    `${shown(value)} is not an interval: use ${INTERVALS.join(', ')}.`,
    attrOf(path),
  )
}
