import { and, bound, type Fragment, join, numeral, or, sql } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'
import { isByUtcDay } from '#sql/bucket-columns.ts'
import type { EventValues } from '#sql/event-values.ts'
import { isWithin, STORABLE } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { matches } from '#sql/matcher.ts'
import { actorEvents, conditionsIn, rowTexts } from './actor-events.ts'
import type { Column } from './grouped-by-actor.ts'
import type { RetentionPlan } from './plan.ts'

/** What is found for an actor in addition to its first target event. */
interface ActorColumns {
  /** Returns the number of an event's row from the texts of its breakdown. Null without rows. */
  readonly row: ((texts: readonly Fragment[]) => Fragment) | null
  /** Returns the aggregates of the events that match these conditions. */
  aggregates(events: FirstEvents): Column[]
}

interface FirstEvents {
  readonly values: EventValues
  readonly target: Fragment
  /** Condition that an event is a returning event in the range. */
  readonly returning: Fragment
}

export interface FirstTargets {
  /**
   * `FROM` clause with a row for each actor whose first target event of all time is in the range. A row has
   * `actor` and the aggregates of its events.
   */
  readonly from: Fragment
  /** Instant of the first target event in milliseconds. If only days count, its day instead. */
  readonly at: Fragment
  /** Index of the interval that the first target event is in. */
  readonly place: Fragment
  /** Number of the row that the first target event is in; null without rows. */
  readonly row: Fragment | null
}

/**
 * Reads the target events of all time, to find the first one of each actor, and the returning events of the
 * range.
 */
export function fromFirstTargets(
  plan: RetentionPlan,
  cohortId: number | null,
  columns: ActorColumns,
): FirstTargets {
  const { query, period } = plan
  const range: InstantRange = { fromMs: STORABLE.fromMs, toMs: period.toMs }
  const scope = plan.scopeIn(range)
  const conditions = conditionsIn(plan, scope)
  const filter = groupConditions(plan.filter, scope)
  const isFirstOfAll = query.type === 'retention_first_ever_occurrence'
  // With `retention_first_ever_occurrence`, the first event of the target's name is looked for without any
  // filter. This event must then match the filters.
  const target = isFirstOfAll ? and([conditions.target, ...filter]) : conditions.target
  const lookedAt = isFirstOfAll ? matches(plan.subject, scope) : target
  const returning = and([conditions.returning, ...(isFirstOfAll ? filter : []), isWithin(period)])
  const events = actorEvents(plan, { range, scope, cohortId })
  const columnsOfActor = columns.aggregates({ values: events.values, target, returning })
  const row = columns.row?.(rowTexts(plan, events.values)) ?? null
  const first = firstOf(plan, row)
  const aggregates = [
    sql`${leastOf(plan, first.key, target)} AS first`,
    ...(isFirstOfAll ? [sql`${leastOf(plan, MS, lookedAt)} AS first_of_all`] : []),
    ...columnsOfActor.map(({ name, of }) => sql`${of} AS ${name}`),
  ]
  return {
    from: sql`FROM (
  SELECT
    ${events.actor} AS actor,
    ${join(aggregates, sql`,\n`)}
  ${events.from([or([lookedAt, returning]), ...(isFirstOfAll ? [] : filter)])}
  GROUP BY actor
)
WHERE first >= ${first.least}${isFirstOfAll ? sql`\n  AND ${first.ms} = first_of_all` : sql``}`,
    at: first.ms,
    place: first.place,
    row: first.row,
  }
}

interface First {
  /** Key of an event. The first event of an actor has the least key. */
  readonly key: Fragment
  /** The least key that an event in the range can have. */
  readonly least: Fragment
  /**
   * Instant of the first event. `ms`, `place` and `row` are read from the key of this event, the column
   * `first`. `place` and `row` mean the same as in {@link FirstTargets}.
   */
  readonly ms: Fragment
  readonly place: Fragment
  readonly row: Fragment | null
}

/** Instant of an event in milliseconds. */
export const MS = sql`toUnixTimestamp64Milli(ts)`
/** The least key of an actor. It is not null if the actor has a key in the range. */
export const FIRST = sql`assumeNotNull(first)`

/**
 * Returns the least key of the events that match a condition. Without such an event, `minIf` gives 0, which
 * is before the range. If the range begins before 1970, `minOrNullIf` is used, which gives null.
 */
export const leastOf = ({ period }: RetentionPlan, key: Fragment, condition: Fragment): Fragment =>
  sql`${period.fromMs > 0 ? sql`minIf` : sql`minOrNullIf`}(${key}, ${condition})`

const DAY_MS = 86_400_000

function firstOf(plan: RetentionPlan, row: Fragment | null): First {
  const { query, period } = plan
  // Whole days do not need the time of an event, which is the largest of the columns that are read.
  const countsDays = query.type === 'retention_first_time' && !query.isRolling
  if (row === null && countsDays && isByUtcDay(period, query.interval)) {
    const firstDay = numeral(period.fromMs / DAY_MS)
    const place = sql`${FIRST} - ${firstDay}`
    return { key: sql`toUInt16(day)`, least: firstDay, ms: FIRST, place, row: null }
  }
  const fromMs = sql`${bound('Int64', period.fromMs)}`
  if (row === null) return { key: MS, least: fromMs, ms: FIRST, place: placeOf(plan, FIRST), row: null }
  const ms = sql`intDiv(${FIRST}, ${ROWS})`
  return {
    key: sql`${MS} * ${ROWS} + ${orderOf(row)}`,
    least: sql`${fromMs} * ${ROWS}`,
    ms,
    place: placeOf(plan, ms),
    row: rowIn(FIRST),
  }
}

/** A power of two above the number of rows: a breakdown has at most 1,000, and the rows other and none. */
const ROWS = numeral(1024)

/**
 * Orders the events of one millisecond. The event in the largest row comes first: `row_place` 2, then 3 and
 * so on, and at last the rows other and none.
 */
const orderOf = (row: Fragment) => sql`bitAnd(${row} + 1022, 1023)`
const rowIn = (key: Fragment) => sql`toUInt32(bitAnd(${key} + 2, 1023))`

/** Returns the index of the interval that an instant of the range is in. */
export function placeOf({ period }: RetentionPlan, instantMs: Fragment): Fragment {
  const starts = bound(
    'Array(Int64)',
    period.buckets.map(({ startMs }) => startMs),
  )
  return sql`indexOf(${starts}, roundDown(${instantMs}, ${starts})) - 1`
}
