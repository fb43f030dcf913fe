import { type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { MS } from './first-targets.ts'
import type { Column } from './grouped-by-actor.ts'
import { setsOf } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Length of a rolling window. A month has 30 days, so all windows of a question have the same length. */
export const WINDOW_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const

/** Aggregates the instants of an actor's returning events. */
export const returnInstants = (returning: Fragment): Column => ({
  name: sql`instants`,
  of: sql`groupArrayIf(${MS}, ${returning})`,
})

/**
 * Returns the columns `targets` and `returns` of actors whose windows begin at the instant `at`. The
 * columns are made from {@link returnInstants}. The window that begins with the first target event has the
 * index of that event's interval, and each later window has the next index. Windows after the last index of
 * the question have no value in the answer.
 */
export function rollingColumns(
  plan: RetentionPlan,
  { at, place }: { readonly at: Fragment; readonly place: Fragment },
): Fragment[] {
  const { query, period } = plan
  const sets = setsOf(plan)
  const window = sql`start_place + intDiv(at - start_ms, ${numeral(WINDOW_MS[query.interval])})`
  const counted = sql`arrayFilter(place -> place < ${numeral(period.buckets.length)}, arrayMap(at -> ${window}, arrayFilter(at -> at >= start_ms, instants)))`
  const windows = sql`windows`
  const least = query.minimumOccurrences
  return [
    sql`${at} AS start_ms`,
    sql`${place} AS start_place`,
    sql`${counted} AS windows`,
    sql`${sets.only(sql`start_place`)} AS targets`,
    sql`${least > 1 ? sets.ofFrequent(windows, least) : sets.of(windows)} AS returns`,
  ]
}
