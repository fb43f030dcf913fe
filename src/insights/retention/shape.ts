import { Temporal } from 'temporal-polyfill'
import { wholeBuckets } from '#insights/incomplete-days.ts'
import type { RetentionPlan } from './plan.ts'
import type { ValuesRow } from './queries.ts'

/** The cohort of one interval. */
export interface Cohort {
  /** The start of the interval in ISO 8601, with the offset of the project's time zone. */
  readonly date: string
  /** The number of its actors, and of those who came back in each later interval. */
  readonly counts: readonly number[]
  /** Whether the interval of each of `counts` is whole. */
  readonly areWhole: readonly boolean[]
}

/** The cohorts, the earliest first. */
export function shapeRetention(
  { period, moment }: RetentionPlan,
  { values }: { values: readonly ValuesRow[] },
): Cohort[] {
  const found = new Map(values.map((row) => [`${row.cohort}:${row.value}`, row.actors]))
  const areWhole = wholeBuckets(period, moment)
  return period.buckets.map(({ startMs }, cohort) => ({
    date: isoIn(startMs, moment.calendar.timezone),
    counts: period.buckets.slice(cohort).map((_, value) => found.get(`${cohort}:${value}`) ?? 0),
    areWhole: areWhole.slice(cohort),
  }))
}

const isoIn = (epochMs: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
    .replace(/\+00:00$/, 'Z')
