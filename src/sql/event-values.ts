import { type JoinColumn, printAsText, printOverEvents } from '#hogql/event-expression.ts'
import type { HogqlExpression, HogqlNode } from '#hogql/expression.ts'
import type { StatementPrinter } from '#hogql/print-hogql.ts'
import { withNumbers } from '#hogql/with-numbers.ts'
import type { EventValue } from '#query/breakdown.ts'
import type { PropertySubject } from '#query/filter.ts'
import type { FilterScope } from './filter-scope.ts'
import { type Fragment, identifier, join, sql } from './fragment.ts'
import { propertyText, textOrEmpty } from './json-properties.ts'
import { MIRRORED_PROPERTIES } from './property-source.ts'

/** The values of events in one query, and the joins that they need. */
export interface EventValues {
  /** Text, null where the value is missing. */
  text(value: EventValue): Fragment
  /** Text, empty where the value is missing. */
  textOrEmpty(value: EventValue): Fragment
  /** An expression in the type that it has. */
  expression(expression: HogqlExpression): Fragment
  /** A part of a statement, which is checked with the types of its properties. */
  part(root: HogqlNode): Fragment
  /** The clauses of all values that were taken before. */
  joins(): Fragment[]
}

interface Column {
  readonly alias: string
  readonly column: Fragment
}
interface Join {
  readonly on: PropertySubject
  readonly key: string
  /** Names of columns by their purpose. */
  readonly columns: Map<string, Column>
}

/**
 * Each subject is joined once, with just the columns that are read: persons and groups as they are now. An event without the subject has null.
 * The values of one query must come from one of these. Only expressions of a statement need `statement`.
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

/** The values of sessions come from a query each, those of a person or a group from one row. */
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
    ${link.columnsOf(named, key)}
  )
) AS ${identifier(`joined_${place}`)} ON ${link.key} = ${subject}`
}
