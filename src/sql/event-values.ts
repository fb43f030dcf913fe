import { type Fragment, identifier, join, nestedQuery, sql } from '#fragments/fragment.ts'
import type { HogqlExpression, HogqlNode } from '#hogql/expression.ts'
import type { StatementPrinter } from '#hogql/print-hogql.ts'
import { withNumbers } from '#hogql/with-numbers.ts'
import type { EventValue } from '#query/breakdown.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { type JoinColumn, printAsText, printOverEvents } from './event-expression.ts'
import type { FilterScope } from './filter-scope.ts'
import { propertyText, textOrEmpty } from './json-properties.ts'
import { MIRRORED_PROPERTIES } from './property-source.ts'

/** Values of events in one query, and the joins that they need. */
export interface EventValues {
  /** The value as text; null if it is missing. */
  text(value: EventValue): Fragment
  /** The value as text that is never null; empty if the value is missing. */
  textOrEmpty(value: EventValue): Fragment
  /** The value of an expression, in the type that the expression has. */
  expression(expression: HogqlExpression): Fragment
  /**
   * The SQL for a part of a statement. The statement was checked with the types of its properties, so
   * numeric properties already have their type.
   */
  part(root: HogqlNode): Fragment
  /** The join clauses for all values that were taken before this call. */
  joins(): Fragment[]
}

interface Column {
  readonly alias: string
  readonly column: Fragment
}
interface Join {
  readonly on: PropertySubject
  readonly key: string
  /** Columns to join, by what they are for. `text plan` is the property `plan` as text. */
  readonly columns: Map<string, Column>
}

/**
 * Makes the values of events for one query, and collects the joins for them. Each subject is joined once,
 * with only the columns that are read. Persons and groups are as they are now. If an event has no such
 * subject, its values are null.
 * All values of one query must come from the same object. `statement` is only needed for expressions of a
 * statement.
 */
export function eventValues(scope: FilterScope, statement?: StatementPrinter): EventValues {
  const joins: Join[] = []
  const joinColumn: JoinColumn = (on, name, key, column) => {
    const place = placeOf(joins, on, key)
    const { columns } = joins[place] ?? { columns: new Map<string, Column>() }
    joins[place] = { on, key, columns }
    const found = columns.get(name) ?? { alias: `joined_${place}_${columns.size}`, column }
    columns.set(name, found)
    return sql`${identifier(found.alias)}`
  }
  const textOf = (value: EventValue): Fragment => {
    if (value.on === 'hogql') return printAsText(value.expression, scope, joinColumn)
    const { on, key } = value
    if (on === 'event') return propertyText(key)
    if (on === 'session') return joinColumn(on, key, key, sql`value`)
    return joinColumn(on, `text ${key}`, key, propertyText(key, MIRRORED_PROPERTIES))
  }
  return {
    text: textOf,
    textOrEmpty: (value) =>
      value.on === 'event' ? textOrEmpty(value.key) : sql`ifNull(${textOf(value)}, '')`,
    expression: (expression) => printOverEvents(withNumbers(expression, scope.numbers), scope, joinColumn),
    part: (root) => printOverEvents({ root }, scope, joinColumn, statement),
    joins: () => joins.map((one, place) => clauseOf(one, place, scope)),
  }
}

/**
 * Returns the index of the join for a subject, or the next free index if the subject is not joined yet.
 * Each property of a session has its own join, because each has its own query. All properties of a person
 * or a group come from one join.
 */
function placeOf(joins: readonly Join[], on: PropertySubject, key: string): number {
  const place = joins.findIndex((one) => isSame(one.on, on) && (on !== 'session' || one.key === key))
  return place < 0 ? joins.length : place
}

const isSame = (a: PropertySubject, b: PropertySubject) => JSON.stringify(a) === JSON.stringify(b)

function clauseOf({ on, key, columns }: Join, place: number, scope: FilterScope): Fragment {
  const link = scope.reach(on)?.link
  if (!link) throw new TypeError(`Events lead to no ${JSON.stringify(on)}`)
  const subject = identifier(`subject_${place}`)
  const named = [...columns.values()].map(({ alias, column }) => sql`${column} AS ${identifier(alias)}`)
  const aliases = [...columns.values()].map(({ alias }) => sql`${identifier(alias)}`)
  return sql`ANY LEFT JOIN (
  SELECT
    ${join([sql`subject AS ${subject}`, ...aliases], sql`,\n`)}
  FROM (
    ${nestedQuery(link.columnsOf(named, key))}
  )
) AS ${identifier(`joined_${place}`)} ON ${link.key} = ${subject}`
}
