import { bound, type Fragment, join, sql } from '#fragments/fragment.ts'

/**
 * The time that one row of a person covers: the whole range, a UTC day, or a slot. For slots, it is the list
 * of the starts of all slots, in epoch ms.
 */
export type PersonTime = 'range' | 'day' | readonly number[]

/**
 * Returns a `FROM` clause that groups `events` to one row for each person and time. `weight` is the number
 * of events in the row. The row has `ts` and `day`, unless it covers the whole range. `joins` are then
 * joined to these rows instead of to events. For 1.4 million events of 30 days with a breakdown by plan,
 * this took 85 ms of CPU instead of 175 ms. In a time zone whose days are not UTC days it took 180 ms
 * instead of 275 ms.
 */
export function personsOfEvents(events: Fragment, time: PersonTime, joins: readonly Fragment[]): Fragment {
  const { key, columns } = columnsOf(time)
  const keys = [sql`person`, ...(key === null ? [] : [key.name])]
  // Some names of columns, such as `ts`, are also used by the conditions on events. They must not be
  // defined in the query that has these conditions.
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
