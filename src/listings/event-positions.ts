import { z } from 'zod'
import type { Asker, EventStore, QueryOptions } from '#engine/event-store.ts'
import { bound, type Fragment, sql, text } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'

/** The position of an event in a list with the newest first. It is unique in a project. */
export interface EventPosition {
  readonly timestampMs: number
  readonly uuid: string
}
export interface EventPositionOptions {
  readonly range: InstantRange
  /** Selects the events after this position in the list, which are older. Null selects all events. */
  readonly behind: EventPosition | null
  readonly limit: number
  readonly offset: number
}

export interface PlaceSearch {
  readonly projectId: number
  readonly asker: Asker
  readonly nowMs: number
}

const PLACE = sql`toString(uuid) AS id,
  toUnixTimestamp64Milli(ts) AS at`
const Position = z
  .object({ id: z.string(), at: z.coerce.number() })
  .transform(({ id, at }): EventPosition => ({ uuid: id, timestampMs: at }))

const DAY_MS = 86_400_000
/**
 * Numbers of days that a search goes back, one span after the other, until a page is full. If the page is
 * not full after the longest span, the search goes back to the start of the range.
 */
const SPANS_DAYS = [1, 31]

/**
 * Returns the positions of the events on a page. The table is ordered by event and day, so a search of a
 * few days reads only these days of every event, and most pages are full after the first span. A page of
 * 100 events among a million takes 14 ms of CPU, or 23 ms if all days are read.
 */
export async function newestPositions(
  engine: EventStore,
  { projectId, asker, nowMs }: PlaceSearch,
  conditions: readonly Fragment[],
  { range, behind, limit, offset }: EventPositionOptions,
): Promise<EventPosition[]> {
  const toMs = behind === null ? range.toMs : Math.min(range.toMs, behind.timestampMs + 1)
  const placed = behind === null ? conditions : [...conditions, isBehind(behind)]
  let positions: EventPosition[] = []
  for (const fromMs of startsOf({ fromMs: range.fromMs, toMs }, nowMs)) {
    const query = sql`SELECT
  ${PLACE}
${eventsOf(projectId, { fromMs, toMs }, placed)}
ORDER BY ts DESC, uuid DESC
LIMIT ${bound('Int64', limit)} OFFSET ${bound('Int64', offset)}`
    positions = await positionsOf(engine, query, { name: 'events.newest', projectId, ...asker })
    if (positions.length === limit) break
  }
  return positions
}

/**
 * Returns the starts of the spans to read, the latest start first. The last one is the start of the range.
 */
export function startsOf({ fromMs, toMs }: InstantRange, nowMs: number): number[] {
  const latestMs = Math.min(toMs, nowMs)
  const starts = SPANS_DAYS.map((days) => startOfUtcDay(latestMs - days * DAY_MS))
  return [...starts.filter((start) => start > fromMs), fromMs]
}

const startOfUtcDay = (epochMs: number) => Math.floor(epochMs / DAY_MS) * DAY_MS

// The engine compares the uuids, because its order of uuids is not the order of their texts.
function isBehind({ timestampMs, uuid }: EventPosition): Fragment {
  const at = sql`fromUnixTimestamp64Milli(${bound('Int64', timestampMs)})`
  return sql`ts < ${at} OR (ts = ${at} AND uuid < toUUID(${text(uuid)}))`
}

/** Returns the position of the event with a uuid; null if the project has no such event. */
export async function positionOf(
  engine: EventStore,
  { projectId, asker }: Pick<PlaceSearch, 'projectId' | 'asker'>,
  uuid: string,
): Promise<EventPosition | null> {
  const query = sql`SELECT
  ${PLACE}
${eventsOf(projectId, STORABLE, [sql`uuid = toUUID(${text(uuid)})`])}
LIMIT 1`
  const [position] = await positionsOf(engine, query, { name: 'events.position', projectId, ...asker })
  return position ?? null
}

const positionsOf = async (
  engine: EventStore,
  query: Fragment,
  options: QueryOptions,
): Promise<EventPosition[]> => z.array(Position).parse(await engine.rows(query, options))
