import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { operation } from '#hogql/syntax/syntax.ts'
import {
  column,
  type ListedTable,
  listStatement,
  type SentCondition,
  written,
} from '#insights/table/list-statement.ts'
import type { Places } from '#shared/places.ts'
import { storableName } from '#shared/storable-name.ts'
import type { EventsNode } from './node.ts'

const EVENTS: ListedTable = {
  table: 'events',
  objects: new Map([
    ['*', 'event'],
    ['person', 'person'],
    ['person_display_name', 'person of event'],
  ]),
  newest: 'timestamp',
}

/** Returns the statement of a list of events, and its columns. @throws RequestError */
export const eventsStatement = (node: EventsNode, at: Places, numbers?: NumericProperties) =>
  listStatement(EVENTS, node, ownConditions(node, at), at, numbers)

/**
 * Whether a date is an instant with its time of day, at which a page begins or ends. Events of that very
 * instant are not part of the page.
 */
export const isInstant = (date: string | null | undefined): date is string =>
  typeof date === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(date)

const ownConditions = ({ events, ...node }: EventsNode, at: Places): SentCondition[] => [
  ...(events && events.length > 0 ? [amongEvents(events, at)] : []),
  ...personAndInstants(node, 'timestamp', at),
]

/**
 * Returns conditions on the person of a row, and on its instant in the column `time` if an end of the page
 * is exact.
 */
export function personAndInstants(
  { personId, before, after }: Pick<EventsNode, 'personId' | 'before' | 'after'>,
  time: string,
  at: Places,
): SentCondition[] {
  const compare = (name: string, field: string, text: string, sentAs: string): SentCondition => ({
    condition: operation(name, 0, [column([field]), written(text)]),
    source: { text, path: at(sentAs) },
  })
  return [
    ...(personId ? [compare('equals', 'person_id', personId, 'personId')] : []),
    ...(isInstant(after) ? [compare('greater', time, after, 'after')] : []),
    ...(isInstant(before) ? [compare('less', time, before, 'before')] : []),
  ]
}

/**
 * Returns the condition that an event has one of the names. Long names are cut, as they are cut when they
 * are stored.
 */
function amongEvents(events: readonly string[], at: Places): SentCondition {
  const names = { kind: 'tuple', items: events.map((name) => written(storableName(name))), at: 0 } as const
  const condition = operation('in', 0, [column(['event']), names])
  return { condition, source: { text: events.join(', '), path: at('events') } }
}
