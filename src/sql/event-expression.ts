import { type Fragment, sql } from '#fragments/fragment.ts'
import type { HogqlExpression } from '#hogql/expression.ts'
import { elementOf, isArray, placeOf } from '#hogql/functions/definition.ts'
import { conversion } from '#hogql/print-conversion.ts'
import { type HogqlScope, printHogql, type StatementPrinter } from '#hogql/print-hogql.ts'
import { withNumbers } from '#hogql/with-numbers.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { CHAIN } from './elements-chain.ts'
import { scopeOf, sourceOf } from './expression-condition.ts'
import type { FilterScope } from './filter-scope.ts'
import { propertyText } from './json-properties.ts'
import { EVENT_PROPERTIES } from './property-source.ts'

/**
 * Joins a subject to the events, and returns the name of its joined `column`. Callers give the same `name`
 * for the same column, so that it is joined once.
 */
export type JoinColumn = (on: PropertySubject, name: string, key: string, column: Fragment) => Fragment

/**
 * Prints an expression over events. The values of persons, groups and sessions in it come from joined
 * columns, so one expression may read several subjects.
 */
export const printOverEvents = (
  expression: Pick<HogqlExpression, 'root'>,
  scope: FilterScope,
  joinColumn: JoinColumn,
  statement?: StatementPrinter,
): Fragment =>
  printHogql(expression, {
    ...scopeOverEvents(scope, joinColumn),
    ...(statement !== undefined && { statement }),
  })

/** Prints an expression over events as text: either as `Nullable(String)`, or as text that is never null. */
export function printAsText(asked: HogqlExpression, scope: FilterScope, joinColumn: JoinColumn): Fragment {
  const expression = withNumbers(asked, scope.numbers)
  const printed = printOverEvents(expression, scope, joinColumn)
  if (isArray(expression.type)) return sql`toJSONString(${printed})`
  return conversion(elementOf(expression.type), 'text', printed, placeOf(scope))
}

function scopeOverEvents(scope: FilterScope, joinColumn: JoinColumn): HogqlScope {
  const ofEvents = scopeOf(EVENT_PROPERTIES, scope)
  const fromSubject = (on: PropertySubject, key: string, form: 'text' | 'json'): Fragment => {
    if (on === 'session') return joinColumn(on, key, key, sql`value`)
    const source = sourceOf(on)
    if (source === null) throw new TypeError(`No properties of ${String(on)}`)
    const column = form === 'text' ? propertyText(key, source) : scopeOf(source, scope).json(on, key)
    return joinColumn(on, `${form} ${key}`, key, column)
  }
  return {
    ...placeOf(scope),
    property: (on, key, isCompared) =>
      on === 'event' ? ofEvents.property(on, key, isCompared) : fromSubject(on, key, 'text'),
    json: (on, key) => (on === 'event' ? ofEvents.json(on, key) : fromSubject(on, key, 'json')),
    column(name, isCompared) {
      const ofPerson = PERSON_COLUMNS.get(name)
      if (ofPerson !== undefined) return joinColumn('person', name, name, ofPerson)
      return OWN_COLUMNS.get(name) ?? ofEvents.column(name, isCompared)
    },
  }
}

/**
 * Columns of events that a statement can name, and that an expression in a question cannot, with their SQL.
 */
const OWN_COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['created_at', sql`inserted_at`],
  ['properties', sql`properties_raw`],
  ['elements_chain', CHAIN],
])
const PERSON_COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['person.created_at', sql`toNullable(created_at)`],
  ['person.properties', sql`toNullable(properties_raw)`],
])
