import { type Fragment, join, numeral, sql, text } from '#fragments/fragment.ts'
import { eventIds, idOf } from './event-items.ts'
import { itemsOf } from './item-rules.ts'
import type { PathsPlan } from './plan.ts'
import type { PathsQuery } from './query.ts'
import type { FunnelSpans } from './spans-walk.ts'

/**
 * A pause of at least this length begins a new session. In the paths of a funnel's actors, a pause must
 * instead be at least as long as the window of the funnel.
 */
const SESSION_GAP_MS = 30 * 60_000
/** The item that stands for all items that are left out of a path between two points. */
export const LEFT_OUT = '...'

const idOfText = (item: string): Fragment => idOf(sql`${text(item)}`)
/** Returns the condition that `id` is the id of one of the items that a point stands for. */
const isPoint = (point: string): Fragment => sql`id IN (${join(itemsOf(point).map(idOfText), sql`, `)})`

/**
 * Returns a query of the paths of all actors. Its columns are `actor`; `path`, the events of the path, the
 * last one first; and `is_over`, whether the session has no item after the path. An event is one number: its
 * milliseconds in the upper bits, the id of its item in the lower 64 bits. The edges and the lists of people
 * are both made from this query. Paths of fewer than `leastItems` items may be absent: in some projects most
 * sessions have one event, and no further work is done for such sessions.
 */
export function actorPaths(plan: PathsPlan, spans: FunnelSpans | null, leastItems: number): Fragment {
  const { startPoint, endPoint, stepLimit } = plan.query
  const ofSessions = sessions(plan, spans, leastItems)
  if (startPoint !== null || endPoint !== null) return betweenPoints(plan.query, ofSessions)
  const most = numeral(stepLimit)
  return sql`SELECT
  actor,
  arraySlice(reversed, -${most}) AS path,
  length(reversed) <= ${most} AS is_over
FROM (
  ${ofSessions}
)`
}

export const itemIdOf = (event: Fragment): Fragment => sql`toUInt64(${event})`
export const msOf = (event: Fragment): Fragment => sql`toInt64(bitShiftRight(${event}, 64))`

/**
 * Selects sessions with their events from the last to the first. If consecutive events have the same item,
 * only the last of them is kept. The events stay in this order, because reversing them took 7 % of the CPU of
 * paths of page views.
 */
const sessions = (plan: PathsPlan, spans: FunnelSpans | null, leastItems: number): Fragment =>
  sql`-- a row for each session, without its repeated items
SELECT
  actor,
  arrayJoin(arraySplit((event, gap) -> gap <= -${numeral(plan.funnel?.rule.windowMs ?? SESSION_GAP_MS)}, sorted, gaps)) AS session,
  arrayCompact(event -> ${itemIdOf(sql`event`)}, session) AS reversed
FROM (
  -- the events of each actor, the last one first
  SELECT
    actor,
    arrayReverseSort(groupArray(bitOr(bitShiftLeft(toUInt128(ms), 64), id))) AS sorted,
    arrayDifference(arrayMap(event -> ${msOf(sql`event`)}, sorted)) AS gaps
  FROM (
    ${eventIds(plan, spans)}
  )
  GROUP BY actor
)
WHERE length(session) >= ${numeral(leastItems)}`

/** Selects the paths that begin at the start point, end at the end point, or do both. */
function betweenPoints({ startPoint, endPoint, stepLimit }: PathsQuery, ofSessions: Fragment): Fragment {
  const most = numeral(stepLimit)
  const ids = sql`arrayMap(event -> ${itemIdOf(sql`event`)}, events)`
  const isBetween = startPoint !== null && endPoint !== null
  const whole = sql`arraySlice(events, first, last - first + 1)`
  const path = isBetween
    ? shortened(whole, stepLimit)
    : startPoint === null
      ? sql`arraySlice(${whole}, -least(${most}, last))`
      : sql`arraySlice(${whole}, 1, ${most})`
  return sql`SELECT
  actor,
  arrayReverse(reversed) AS events,
  ${startPoint === null ? sql`1` : sql`arrayFirstIndex(id -> ${isPoint(startPoint)}, ${ids})`} AS first,
  ${endPoint === null ? sql`length(events)` : firstFrom(ids, endPoint)} AS last,
  arrayReverse(${path}) AS path,
  ${endPoint === null ? sql`length(events) - first < ${most}` : sql`last = length(events)`} AS is_over
FROM (
  ${ofSessions}
)
WHERE first > 0 AND last > 0`
}

/**
 * Returns the place of the first item at `first` or later that is an item of the point; 0 if there is none.
 */
const firstFrom = (ids: Fragment, point: string): Fragment =>
  sql`arrayFirstIndex((id, place) -> ${isPoint(point)} AND place >= first, ${ids}, arrayEnumerate(events))`

/**
 * Returns a path of at most `stepLimit` events unchanged. A longer path keeps its first and its last
 * `stepLimit` / 2 events, with one event in place of all events between them.
 */
function shortened(path: Fragment, stepLimit: number): Fragment {
  const half = numeral(Math.floor(stepLimit / 2))
  const between = sql`bitOr(bitShiftLeft(bitShiftRight(arrayElement(${path}, ${half} + 1), 64), 64), ${idOfText(LEFT_OUT)})`
  return sql`if(length(${path}) <= ${numeral(stepLimit)}, ${path}, arrayConcat(arraySlice(${path}, 1, ${half}), [${between}], arraySlice(${path}, -${half})))`
}
