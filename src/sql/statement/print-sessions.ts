import { and, bound, type Fragment, identifier, join, sql, text } from '#fragments/fragment.ts'
import { type HogqlNode, ownNodesIn } from '#hogql/expression.ts'
import { placeOf } from '#hogql/functions/definition.ts'
import { conversion } from '#hogql/print-conversion.ts'
import { type HogqlScope, printHogql } from '#hogql/print-hogql.ts'
import { CHANNEL_PROPERTIES, channelType } from '#sql/channel-type.ts'
import { eventsOf, isWithin, STORABLE } from '#sql/events.ts'
import { among } from '#sql/filter-scope.ts'
import { groupConditions } from '#sql/filters.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import { entryProperty, sessionOf, sessionsOf, sessionText } from '#sql/sessions.ts'
import { isSessionNumber, SESSION_PROPERTIES, type SessionProperty } from '#values/session-properties.ts'
import { isOfPerson, joinPersons } from './join-persons.ts'
import type { StatementFacts } from './statement-facts.ts'
import { givenColumns, type PrintTable } from './table-read.ts'
import { dayConditions } from './time-bounds.ts'

const CHANNEL = '$channel_type'
type Aggregated = Exclude<SessionProperty, typeof CHANNEL>
const isAggregated = (name: string): name is Aggregated =>
  name !== CHANNEL && (SESSION_PROPERTIES as readonly string[]).includes(name)

/**
 * Days to add before and after a range of sessions. The events of a session can be on other days than its
 * start or end, because SDKs end a session only after 24 hours.
 */
const MARGIN_DAYS = sql`2`

/** Prints a column of a session as an aggregate of its events. */
function aggregateOf(name: string, { projectId, hasMerges, calendar }: StatementFacts): Fragment {
  if (name === 'distinct_id') return sql`argMin(distinct_id, ts)`
  if (name === 'person_id') return sql`argMin(${personOf(projectId, hasMerges)}, ts)`
  const inZone = (instant: Fragment) => sql`toTimeZone(${instant}, ${text(calendar.timezone)})`
  if (name === '$start_timestamp') return inZone(sql`min(ts)`)
  if (name === '$end_timestamp') return inZone(sql`max(ts)`)
  if (!isAggregated(name)) throw new TypeError(`Sessions have no column ${name}`)
  const value = sessionText(name)
  if (isSessionNumber(name)) return conversion('text', 'number', value, placeOf(calendar))
  return name === '$is_bounce' ? sql`${value} = 'true'` : value
}

/**
 * Prints the table of sessions. A session consists of the events with one `$session_id`. The events of all
 * time are read, unless the statement restricts the start or the end of the sessions. `{filters}` keeps the
 * sessions that start in the range of the request and have a matching event.
 */
export const printSessions: PrintTable = ({ columns, conditions: all }, facts, statement) => {
  const conditions = all.filter(({ kind }) => kind !== 'filters')
  const filters = conditions.length < all.length ? sessionFilters(facts) : null
  const read = [...columns.map(({ of }) => of), ...conditions].flatMap(ownNodesIn)
  const names = [...new Set(read.flatMap((node) => (node.kind === 'column' ? [node.name] : [])))]
  const readsPersons =
    read.some(({ kind }) => kind === 'property' || kind === 'json') || names.some(isOfPerson)
  const own = new Set([
    ...names.filter((name) => name !== 'session_id' && !isOfPerson(name)),
    ...(readsPersons ? ['person_id'] : []),
    ...(filters?.hasRange ? ['$start_timestamp'] : []),
  ])
  const persons = joinPersons(facts, statement)
  const ofEntry = (key: string) => sql`${identifier(`entry ${key}`)}`
  const scope: HogqlScope = {
    ...placeOf({ ...facts.calendar, personNumbers: facts.personNumbers }),
    statement,
    property: persons.property,
    json: persons.json,
    column(name) {
      if (name === 'session_id') return sql`session`
      if (isOfPerson(name)) return persons.column(name)
      // The channel is computed outside of the query that has the aggregates. Inside of it, the engine
      // (26.7) fails with an internal error.
      return name === CHANNEL ? channelType(ofEntry) : sql`${aliasOf(name)}`
    },
  }
  const print = (root: HogqlNode) => printHogql({ root }, scope)
  const days = conditions.flatMap((condition) =>
    ['$start_timestamp', '$end_timestamp'].flatMap((name) =>
      dayConditions(condition, name, print, MARGIN_DAYS),
    ),
  )
  const aggregates = [...own].flatMap((name) =>
    name === CHANNEL
      ? CHANNEL_PROPERTIES.map((key) => sql`${entryProperty(key)} AS ${ofEntry(key)}`)
      : [sql`${aggregateOf(name, facts)} AS ${aliasOf(name)}`],
  )
  const given = givenColumns(columns, print)
  const where = [...conditions.map(print), ...(filters?.conditions(days) ?? [])]
  // In a join, the engine requires a name for the left side too.
  const joined = persons
    .clauses(sql`${aliasOf('person_id')}`)
    .map((clause) => sql` AS found_sessions\n${clause}`)
  return sql`SELECT
  ${given}
${sessionsOf(facts.projectId, [...days, ...(filters?.days ?? [])], aggregates)}${join(joined, sql``)}
WHERE ${and(where)}`
}

const aliasOf = (name: string) => identifier(`of ${name}`)

const DAY_MS = 86_400_000

interface SessionFilters {
  /** Whether the range restricts the start of a session. If so, the start must be read. */
  readonly hasRange: boolean
  /**
   * Conditions on the days of events. With them all events of a session are read if it starts in the range.
   */
  readonly days: readonly Fragment[]
  /**
   * Returns the conditions on sessions. `days` are conditions on the days of their events, in addition to
   * the ones in `days` of this object.
   */
  conditions(days: readonly Fragment[]): Fragment[]
}

/**
 * Returns the conditions that `{filters}` stands for in a query of sessions. Events are read for one more
 * day before and after the range, because SDKs end a session after 24 hours.
 */
function sessionFilters({
  projectId,
  scopeIn,
  filters: { filter, range, matchers },
}: StatementFacts): SessionFilters {
  const hasRange = range.fromMs > STORABLE.fromMs || range.toMs < STORABLE.toMs
  const around = { fromMs: range.fromMs - DAY_MS, toMs: range.toMs + DAY_MS }
  const ofEvents = hasRange ? { fromMs: range.fromMs, toMs: around.toMs } : STORABLE
  const scope = scopeIn(ofEvents)
  const matching = [...matchers.map((matcher) => matches(matcher, scope)), ...groupConditions(filter, scope)]
  const start = sql`toUnixTimestamp64Milli(${aliasOf('$start_timestamp')})`
  return {
    hasRange,
    days: hasRange ? [isWithin(around)] : [],
    conditions: (days) => [
      ...(hasRange
        ? [sql`${start} >= ${bound('Int64', range.fromMs)}`, sql`${start} < ${bound('Int64', range.toMs)}`]
        : []),
      ...(matching.length === 0
        ? []
        : [
            among(
              sql`session`,
              sql`SELECT ${sessionOf}
${eventsOf(projectId, ofEvents, [...days, ...matching])}`,
            ),
          ]),
    ],
  }
}
