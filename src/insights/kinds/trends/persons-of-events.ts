import { bound, type Fragment, join, sql } from '#sql/fragment.ts'

/**
 * The time that a row of a person stands for: the whole range, a UTC day, or a slot. Slots are given by the
 * starts of all slots in epoch ms.
 */
export type PersonTime = 'range' | 'day' | readonly number[]

/**
 * Returns a `FROM` clause that groups `events` to one row for each person and time. `weight` is the number
 * of events in the row. The columns `ts` and `day` are there, except for the whole range. `joins` then join
 * these rows instead of events. For 1.4 million events of 30 days with a breakdown by plan this took 85 ms
 * of CPU instead of 175 ms; in a time zone whose days are not UTC days, 180 instead of 275 ms.
 */
export function personsOfEvents(events: Fragment, time: PersonTime, joins: readonly Fragment[]): Fragment {
  const { key, columns } = columnsOf(time)
  const keys = [sql`person`, ...(key === null ? [] : [key.name])]
  // A name that conditions on events have as well, such as ts, must not be defined in the same query as the
  // conditions.
  return sql`FROM (
  -- the persons of events
  SELECT
    ${lines([sql`person`, ...columns, sql`weight`])}
  FROM (
    SELECT
      ${lines([sql`person`, ...(key === null ? [] : [key.defined]), sql`count() AS weight`])}
    ${events}
    GROUP BY
      ${lines(keys)}
  )
) AS persons_of_events
${join(joins, sql`\n`)}`
}

const lines = (columns: readonly Fragment[]) => join(columns, sql`,\n`)

interface TimeColumns {
  readonly key: { readonly name: Fragment; readonly defined: Fragment } | null
  readonly columns: readonly Fragment[]
}

function columnsOf(time: PersonTime): TimeColumns {
  if (time === 'range') return { key: null, columns: [] }
  if (time === 'day')
    return {
      key: { name: sql`day`, defined: sql`day` },
      columns: [sql`day`, sql`toDateTime64(day, 3, 'UTC') AS ts`],
    }
  const slot = sql`roundDown(toUnixTimestamp64Milli(ts), ${bound('Array(Int64)', time)})`
  return {
    key: { name: sql`slot_ms`, defined: sql`${slot} AS slot_ms` },
    columns: [sql`fromUnixTimestamp64Milli(slot_ms, 'UTC') AS ts`, sql`toDate(ts) AS day`],
  }
}
