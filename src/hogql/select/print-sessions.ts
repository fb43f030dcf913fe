import { type HogqlNode, ownNodesIn } from '#hogql/expression.ts'
import { placeOf } from '#hogql/functions/definition.ts'
import { conversion } from '#hogql/print-conversion.ts'
import { type HogqlScope, printHogql } from '#hogql/print-hogql.ts'
import { isSessionNumber, SESSION_PROPERTIES, type SessionProperty } from '#query/session-properties.ts'
import { CHANNEL_PROPERTIES, channelType } from '#sql/channel-type.ts'
import { and, type Fragment, identifier, sql, text } from '#sql/fragment.ts'
import { personOf } from '#sql/person-roots.ts'
import { entryProperty, sessionsOf, sessionText } from '#sql/sessions.ts'
import type { StatementFacts } from './statement-facts.ts'
import { givenColumns, type PrintTable } from './table-read.ts'
import { dayConditions } from './time-bounds.ts'

const CHANNEL = '$channel_type'
type Aggregated = Exclude<SessionProperty, typeof CHANNEL>
const isAggregated = (name: string): name is Aggregated =>
  name !== CHANNEL && (SESSION_PROPERTIES as readonly string[]).includes(name)

/** SDKs end a session after 24 hours. */
const MARGIN_DAYS = sql`2`

/** A column of a session as an aggregate of its events. */
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

/** Sessions: the events of one `$session_id`, of all time unless the statement restricts the time of their start or end. */
export const printSessions: PrintTable = ({ columns, conditions }, facts, statement) => {
  const read = [...columns.map(({ of }) => of), ...conditions].flatMap(ownNodesIn)
  const names = [...new Set(read.flatMap((node) => (node.kind === 'column' ? [node.name] : [])))]
  const own = names.filter((name) => name !== 'session_id')
  const aliasOf = (name: string) => identifier(`of ${name}`)
  const ofEntry = (key: string) => sql`${identifier(`entry ${key}`)}`
  const nothing = () => {
    throw new TypeError('Sessions have no properties of other kinds')
  }
  const scope: HogqlScope = {
    ...placeOf({ ...facts.calendar, personNumbers: facts.personNumbers }),
    statement,
    property: nothing,
    json: nothing,
    column(name) {
      if (name === 'session_id') return sql`session`
      // Outside of the aggregates: in one query the engine (26.7) gives up with an internal error.
      return name === CHANNEL ? channelType(ofEntry) : sql`${aliasOf(name)}`
    },
  }
  const print = (root: HogqlNode) => printHogql({ root }, scope)
  const days = conditions.flatMap((condition) =>
    ['$start_timestamp', '$end_timestamp'].flatMap((name) =>
      dayConditions(condition, name, print, MARGIN_DAYS),
    ),
  )
  const aggregates = own.flatMap((name) =>
    name === CHANNEL
      ? CHANNEL_PROPERTIES.map((key) => sql`${entryProperty(key)} AS ${ofEntry(key)}`)
      : [sql`${aggregateOf(name, facts)} AS ${aliasOf(name)}`],
  )
  return sql`SELECT
  ${givenColumns(columns, print)}
${sessionsOf(facts.projectId, days, aggregates)}
WHERE ${and(conditions.map(print))}`
}
