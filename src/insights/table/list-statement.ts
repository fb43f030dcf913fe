import { NO_NUMBERS, type NumericProperties } from '#hogql/numeric-properties.ts'
import type { HogqlSource } from '#hogql/refuse.ts'
import type { CheckedQuery } from '#hogql/select/checked-query.ts'
import { isAggregate } from '#hogql/select/grouping.ts'
import { checkParts, readableSource } from '#hogql/select/parse-statement.ts'
import type { TableName } from '#hogql/select/tables.ts'
import { parseKeys, parseValue } from '#hogql/syntax/parse-query.ts'
import type { ItemSyntax, OrderSyntax } from '#hogql/syntax/select-syntax.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { OBJECTS } from './table-objects.ts'
import type { Output, OutputObject } from './table-query.ts'

/** The expressions of a list as a client sends them, one by one. */
interface AskedList {
  readonly select: readonly string[]
  readonly where?: readonly string[] | null | undefined
  readonly orderBy?: readonly string[] | null | undefined
  readonly limit?: number | null | undefined
  readonly offset?: number | null | undefined
}

/** The table that a list reads. */
export interface ListedTable {
  readonly table: TableName
  /** Columns that are objects, by the names that clients know. */
  readonly objects: ReadonlyMap<string, OutputObject>
  /** Column by which the newest rows come first. */
  readonly newest: string
}

/** A condition, and the text in which it was sent. Errors point to this text. */
export interface SentCondition {
  readonly condition: Syntax
  readonly source: HogqlSource
}

/**
 * Returns the statement of a list, and the columns of its answer. The properties among `numbers` are
 * numbers. If a column is an aggregate, there is one row for each combination of values in the other
 * columns.
 * @throws RequestError with the path of the text, and the position of the error in the text.
 */
export function listStatement(
  { table, objects, newest }: ListedTable,
  asked: AskedList,
  conditions: readonly SentCondition[],
  at: FieldPaths,
  numbers: NumericProperties = NO_NUMBERS,
): { readonly query: CheckedQuery; readonly outputs: readonly Output[] } {
  const sources = new Map(conditions.map(({ condition, source }) => [condition, source] as const))
  const sent = (text: string, field: string, place: number) =>
    readableSource({ text, path: at(field, place) })
  const valueIn = (field: string) => (text: string, place: number) => {
    const source = sent(text, field, place)
    const value = parseValue(source)
    sources.set(value, source)
    return value
  }
  const { outputs, items } = selected(asked.select, objects, valueIn('select'))
  const where = (asked.where ?? []).map(valueIn('where'))
  const keys = (asked.orderBy ?? []).flatMap((text, place) => {
    const source = sent(text, 'orderBy', place)
    const parsed = parseKeys(source)
    for (const { value } of parsed) sources.set(value, source)
    return parsed
  })
  const values = items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))
  const isGrouped = values.some(isAggregate)
  const filters = { kind: 'placeholder', name: 'filters', at: 0 } as const
  const select = {
    ...{ at: 0, isDistinct: false, items, limitBy: null, having: null },
    from: [
      { at: 0, join: 'first', from: { kind: 'table', name: table }, alias: null, on: null, using: [] },
    ] as const,
    where: [filters, ...where, ...conditions.map(({ condition }) => condition)],
    groupBy: isGrouped ? values.filter((value) => !isAggregate(value)) : [],
    orderBy: keys.length > 0 ? keys : standardOrder(values, isGrouped, newest),
    limit: asked.limit ?? null,
    offset: asked.offset ?? 0,
  }
  const whole: HogqlSource = { text: '', path: at('select') }
  const query = { at: 0, named: [], selects: [select], isDistinctUnion: false }
  return { query: checkParts(query, whole, sources, numbers), outputs }
}

function selected(
  texts: readonly string[],
  objects: ListedTable['objects'],
  parse: (text: string, place: number) => Syntax,
): { readonly outputs: readonly Output[]; readonly items: readonly ItemSyntax[] } {
  const outputs: Output[] = []
  const items: ItemSyntax[] = []
  texts.forEach((text, place) => {
    const object = objects.get(nameOfColumn(text))
    outputs.push({ name: text, of: object ?? 'column', from: items.length })
    const values = object === undefined ? [parse(text, place)] : OBJECTS[object].columns.map(column)
    items.push(...values.map((value) => ({ kind: 'value', value, text, alias: null, at: 0 }) as const))
  })
  return { outputs, items }
}

/** Returns the expression of a column without the comment after it: `person` for `person -- Who`. */
export function nameOfColumn(text: string): string {
  const note = text.indexOf('--', text.lastIndexOf('\n') + 1)
  return (note < 0 ? text : text.slice(0, note)).trim()
}

export const column = (chain: readonly string[]): Syntax => ({ kind: 'field', chain, at: 0 })
export const written = (value: string): Syntax => ({ kind: 'value', value, at: 0 })

/**
 * Returns the order of a list that does not ask for an order. The newest rows come first. If a column is an
 * aggregate, the rows with the largest values of the first such column come first.
 */
function standardOrder(values: readonly Syntax[], isGrouped: boolean, newest: string): OrderSyntax[] {
  const value = isGrouped ? values.find(isAggregate) : column([newest])
  return value === undefined ? [] : [{ value, isDescending: true, nulls: null }]
}
