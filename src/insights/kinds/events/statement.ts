import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { operation } from '#hogql/syntax/syntax.ts'
import { personAndInstants } from '#insights/table/list-fields.ts'
import {
  column,
  type ListedTable,
  listStatement,
  type SentCondition,
  written,
} from '#insights/table/list-statement.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
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
export const eventsStatement = (node: EventsNode, at: FieldPaths, numbers?: NumericProperties) =>
  listStatement(EVENTS, node, ownConditions(node, at), at, numbers)

const ownConditions = ({ events, ...node }: EventsNode, at: FieldPaths): SentCondition[] => [
  ...(events && events.length > 0 ? [amongEvents(events, at)] : []),
  ...personAndInstants(node, 'timestamp', at),
]

/**
 * Returns the condition that an event has one of the names. Long names are cut at the same length as when
 * they are stored.
 */
function amongEvents(events: readonly string[], at: FieldPaths): SentCondition {
  const names = { kind: 'tuple', items: events.map((name) => written(storableName(name))), at: 0 } as const
  const condition = operation('in', 0, [column(['event']), names])
  return { condition, source: { text: events.join(', '), path: at('events') } }
}
