import type { HogqlSource } from '#hogql/refuse.ts'
import type { CheckedQuery } from '#hogql/select/checked-query.ts'
import { isAggregate } from '#hogql/select/grouping.ts'
import { checkParts, readableSource } from '#hogql/select/parse-statement.ts'
import { parseKeys, parseValue } from '#hogql/syntax/parse-query.ts'
import type { ItemSyntax, OrderSyntax } from '#hogql/syntax/select-syntax.ts'
import { operation, type Syntax } from '#hogql/syntax/syntax.ts'
import { OBJECTS } from '#insights/table/table-objects.ts'
import type { Output, OutputObject } from '#insights/table/table-query.ts'
import type { Places } from '#query/places.ts'
import type { EventsNode } from './node.ts'

/** Columns that are objects, by the names that clients have for them. */
const OBJECT_NAMES: ReadonlyMap<string, OutputObject> = new Map([
  ['*', 'event'],
  ['person', 'person'],
])

interface Selected {
  readonly outputs: readonly Output[]
  readonly items: readonly ItemSyntax[]
}

/** The statement of a list of events, and its columns. @throws RequestError with the place of the text and the place in it */
export function eventsStatement(
  node: EventsNode,
  at: Places,
): { readonly query: CheckedQuery; readonly outputs: readonly Output[] } {
  const sources = new Map<Syntax, HogqlSource>()
  const parse = (text: string, field: string, place: number) => {
    const source = readableSource({ text, path: at(field, place) })
    const value = parseValue(source)
    sources.set(value, source)
    return value
  }
  const { outputs, items } = selected(node.select, (text, place) => parse(text, 'select', place))
  const where = (node.where ?? []).map((text, place) => parse(text, 'where', place))
  const given = (node.orderBy ?? []).flatMap((text, place) => {
    const source = readableSource({ text, path: at('orderBy', place) })
    const keys = parseKeys(source)
    for (const { value } of keys) sources.set(value, source)
    return keys
  })
  const values = items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))
  const isGrouped = values.some(isAggregate)
  const select = {
    ...{ at: 0, isDistinct: false, items, limitBy: null, having: null },
    from: [
      { at: 0, join: 'first', from: { kind: 'table', name: 'events' }, alias: null, on: null, using: [] },
    ] as const,
    where: [{ kind: 'placeholder', name: 'filters', at: 0 } as const, ...where, ...ownConditions(node)],
    groupBy: isGrouped ? values.filter((value) => !isAggregate(value)) : [],
    orderBy: given.length > 0 ? given : standardOrder(values, isGrouped),
    limit: node.limit ?? null,
    offset: node.offset ?? 0,
  }
  const source: HogqlSource = { text: '', path: at('select') }
  const query = { at: 0, named: [], selects: [select], isDistinctUnion: false }
  return { query: checkParts(query, source, sources), outputs }
}

function selected(texts: readonly string[], parse: (text: string, place: number) => Syntax): Selected {
  const outputs: Output[] = []
  const items: ItemSyntax[] = []
  texts.forEach((text, place) => {
    const object = OBJECT_NAMES.get(text.replace(/--.*$/, '').trim())
    outputs.push({ name: text, of: object ?? 'column', from: items.length })
    const values = object === undefined ? [parse(text, place)] : OBJECTS[object].columns.map(field)
    items.push(...values.map((value) => ({ kind: 'value', value, text, alias: null, at: 0 }) as const))
  })
  return { outputs, items }
}

const field = (chain: readonly string[]): Syntax => ({ kind: 'field', chain, at: 0 })
const text = (value: string): Syntax => ({ kind: 'value', value, at: 0 })

/** The newest events first, the largest groups first. */
function standardOrder(values: readonly Syntax[], isGrouped: boolean): OrderSyntax[] {
  const value = isGrouped ? values.find(isAggregate) : field(['timestamp'])
  return value === undefined ? [] : [{ value, isDescending: true, nulls: null }]
}

/** An instant with its time of day, which a page begins or ends at: events of that very instant are not part of it. */
export const isInstant = (date: string | null | undefined): date is string =>
  typeof date === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(date)

function ownConditions({ personId, before, after }: EventsNode): Syntax[] {
  return [
    ...(personId ? [operation('equals', 0, [field(['person_id']), text(personId)])] : []),
    ...(isInstant(after) ? [operation('greater', 0, [field(['timestamp']), text(after)])] : []),
    ...(isInstant(before) ? [operation('less', 0, [field(['timestamp']), text(before)])] : []),
  ]
}
