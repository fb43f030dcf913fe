import { and, bound, type Fragment, identifier, join, sql } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'

/**
 * Range of the times that the column `day` can hold. An event whose time is outside of this range is stored
 * with the time of its arrival instead.
 */
export const STORABLE: InstantRange = { fromMs: 0, toMs: Date.UTC(2149, 0, 1) }

/**
 * A date range of `all` begins no earlier than this instant, because devices whose clock was never set send
 * times of 1970 or 2000. If earlier events were sent as historical, the range begins earlier.
 */
export const PLAUSIBLE_FROM_MS = Date.UTC(2015, 0, 1)

const clamp = (epochMs: number) => Math.min(Math.max(epochMs, STORABLE.fromMs), STORABLE.toMs)
const utcDay = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10)

/**
 * `FROM` and the first conditions for the events of one project in a range. Questions name the table of
 * events only here, so every question has a condition on the project. `joins` are clauses that join other
 * tables.
 * The column `day` is in the sort key, so a condition on it prunes granules. A condition on `ts` then makes
 * the range exact. If the range consists of whole UTC days, the condition on `ts` is left out. Without it a
 * query of 5.6 million rows takes 29 ms of CPU instead of 227 ms.
 */
export function eventsOf(
  projectId: number,
  range: InstantRange,
  conditions: readonly Fragment[],
  joins: readonly Fragment[] = [],
): Fragment {
  return sql`FROM ${identifier('events')}${joined(joins)}
WHERE ${and([sql`project_id = ${bound('UInt32', projectId)}`, ...within(range), ...conditions])}`
}

const joined = (joins: readonly Fragment[]) =>
  join(
    joins.map((clause) => sql`\n${clause}`),
    sql``,
  )

const DAY_MS = 86_400_000

export const isWholeUtcDays = (range: InstantRange): boolean =>
  range.fromMs % DAY_MS === 0 && range.toMs % DAY_MS === 0

/** Condition that an event is in a range. It is for queries that read the events of a longer range. */
export const isWithin = (range: InstantRange): Fragment => and(within(range))

function within(asked: InstantRange): Fragment[] {
  const range = { fromMs: clamp(asked.fromMs), toMs: clamp(asked.toMs) }
  // An empty range needs its own condition: the engine takes the day before 1970-01-01 for 1970-01-01, so
  // an empty range at that instant would contain a day.
  if (range.fromMs >= range.toMs) return [sql`false`]
  const days = [
    sql`day >= ${bound('Date', utcDay(range.fromMs))}`,
    sql`day <= ${bound('Date', utcDay(range.toMs - 1))}`,
  ]
  if (isWholeUtcDays(range)) return days
  return [
    ...days,
    sql`ts >= fromUnixTimestamp64Milli(${bound('Int64', range.fromMs)})`,
    sql`ts < fromUnixTimestamp64Milli(${bound('Int64', range.toMs)})`,
  ]
}
