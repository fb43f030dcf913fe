import type { InstantRange } from '#query/date-range.ts'
import { isWithin, STORABLE } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { and, bound, type Fragment, join, or, sql } from '#sql/fragment.ts'
import { matches } from '#sql/matcher.ts'
import { actorEvents, arrayOf, conditionsIn, rowTexts } from './actor-events.ts'
import type { RetentionPlan } from './plan.ts'

/** The columns of an actor beside `first`, its first target event in epoch ms. */
export interface ActorColumns {
  /** What is remembered of the first target event as `first_row`, from the texts of its breakdown; null for nothing. */
  row(texts: readonly Fragment[]): Fragment | null
  /** An aggregate named `returns` of the events that match this condition; null where only the targets matter. */
  returns(returning: Fragment): Fragment | null
}

/**
 * `FROM` a row for each actor whose first target event of all time is in the range, with the columns that are asked for. The target events of
 * all time are looked at, for the first of them; the returning ones of the range.
 */
export function fromFirstTargets(
  plan: RetentionPlan,
  cohortId: number | null,
  columns: ActorColumns,
): Fragment {
  const { query, period } = plan
  const range: InstantRange = { fromMs: STORABLE.fromMs, toMs: period.toMs }
  const scope = plan.scopeIn(range)
  const conditions = conditionsIn(plan, scope)
  const filter = groupConditions(plan.filter, scope)
  const isFirstOfAll = query.type === 'retention_first_ever_occurrence'
  // Of the first event of its name the filters are asked once it is found.
  const target = isFirstOfAll ? and([conditions.target, ...filter]) : conditions.target
  const lookedAt = isFirstOfAll ? matches(plan.subject, scope) : target
  const returning = and([conditions.returning, ...(isFirstOfAll ? filter : []), isWithin(period)])
  const events = actorEvents(plan, { range, scope, cohortId })
  const texts = rowTexts(plan, events.values)
  const row = columns.row(texts)
  const returns = columns.returns(returning)
  const at = sql`toUnixTimestamp64Milli(ts)`
  const read = [returns === null ? lookedAt : or([lookedAt, returning]), ...(isFirstOfAll ? [] : filter)]
  const aggregates = [
    sql`minOrNullIf(${at}, ${target}) AS first`,
    ...(isFirstOfAll ? [sql`minOrNullIf(${at}, ${lookedAt}) AS first_of_all`] : []),
    // Of several at the same millisecond it is the one whose values sort first.
    ...(row === null ? [] : [sql`argMinIf(${row}, (${at}, ${arrayOf(texts)}), ${target}) AS first_row`]),
    ...(returns === null ? [] : [sql`${returns} AS returns`]),
  ]
  return sql`FROM (
  SELECT
    ${events.actor} AS actor,
    ${join(aggregates, sql`,\n`)}
  ${events.from(read)}
  GROUP BY actor
)
WHERE first >= ${bound('Int64', period.fromMs)}${isFirstOfAll ? sql`\n  AND first = first_of_all` : sql``}`
}
