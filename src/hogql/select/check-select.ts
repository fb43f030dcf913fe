import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { convert } from '#hogql/check/convert.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { ItemSyntax, OrderSyntax, SelectSyntax } from '#hogql/syntax/select-syntax.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import { checkSources } from './check-sources.ts'
import type { CheckedOrder, CheckedSelect } from './checked-query.ts'
import { addCost, type Environment } from './environment.ts'
import { type GroupKey, groupKeyOf, isGrouped } from './grouping.ts'
import { orderNode } from './order-node.ts'
import { contextIn, type SelectScope } from './select-scope.ts'
import type { SourceNames } from './source-names.ts'
import { nullableSources } from './split-conditions.ts'

/** A SELECT whose columns do not yet have the types that they need in a UNION with other members. */
export interface CheckedMember {
  readonly select: Omit<CheckedSelect, 'items'>
  readonly items: readonly CheckedItem[]
}
export interface CheckedItem {
  readonly name: string
  readonly part: Checked
  readonly context: CheckContext
}

/**
 * Checks the names and types of one SELECT.
 * @throws RequestError for names that its sources do not have, and for fields and aggregates in the wrong
 * places.
 */
export function checkSelect(syntax: SelectSyntax, environment: Environment): CheckedMember {
  const aliases = aliasesOf(syntax.items)
  const { sources, names } = checkSources(syntax.from, environment)
  const ofRows: SelectScope = {
    ...{ environment, sources: names, aliases },
    ...{ aliasFirst: false, keys: null, allowsWindows: false, joinsArrays: true },
  }
  const keys = isGrouped(syntax) ? groupKeys(syntax, { ...ofRows, aliasFirst: true }) : null
  const ofResult = { ...ofRows, keys, allowsWindows: true }
  const items = itemsOf(syntax.items, ofResult)
  if (items.length === 0) throw refuseAt(environment.source, syntax.at, 'selects nothing')
  const behind = { ...ofResult, aliasFirst: true }
  const { limitBy, limit, offset, isDistinct, having } = syntax
  const select = {
    isDistinct,
    sources,
    where: syntax.where.flatMap(conjunctsOf).map((one) => whereNode(one, ofRows, nullableSources(sources))),
    isGrouped: keys !== null,
    groupBy: (keys ?? []).map(({ part }) => part.node),
    having: having === null ? null : conditionNode(having, { ...behind, allowsWindows: false }),
    orderBy: orderNodes(syntax.orderBy, items, behind),
    limitBy: limitBy && { ...limitBy, by: limitBy.by.map((key) => keyPart(key, items, behind).node) },
    limit,
    offset,
  }
  return { select, items }
}

function aliasesOf(items: readonly ItemSyntax[]): ReadonlyMap<string, Syntax> {
  const aliases = new Map<string, Syntax>()
  for (const item of items)
    if (item.kind === 'value' && item.alias !== null) aliases.set(item.alias, item.value)
  return aliases
}

/** Returns the parts of a condition that are joined by AND. */
const conjunctsOf = (syntax: Syntax): readonly Syntax[] =>
  syntax.kind === 'call' && syntax.call.isOperator && syntax.name === 'and'
    ? syntax.args.flatMap(conjunctsOf)
    : [syntax]

/** The tables whose rows `{filters}` can restrict. */
const HAS_FILTERS: ReadonlySet<string> = new Set(['events', 'persons', 'groups', 'sessions'])

function whereNode(syntax: Syntax, scope: SelectScope, nullable: ReadonlySet<string>): HogqlNode {
  const { environment, sources } = scope
  if (syntax.kind !== 'placeholder' || syntax.name !== 'filters') return conditionNode(syntax, scope)
  const first = sources.find(({ table }) => HAS_FILTERS.has(table ?? ''))
  if (first !== undefined && nullable.has(first.id))
    throw refuseAt(
      environment.source,
      syntax.at,
      'has {filters} for a source whose rows a join can replace with nulls: put it into a subquery',
      'not_supported',
    )
  if (first === undefined)
    throw refuseAt(
      environment.source,
      syntax.at,
      'has {filters} in a SELECT that does not read events, persons, groups or sessions',
    )
  environment.counters.hasFilters = true
  return { kind: 'filters', source: first.id }
}

function conditionNode(syntax: Syntax, scope: SelectScope): HogqlNode {
  const context = contextIn(scope)
  const found = convert(context, partIn(context, syntax, scope), 'boolean')
  return found.node
}

function partIn(outside: CheckContext, syntax: Syntax, { environment }: SelectScope): Checked {
  const source = environment.sources?.get(syntax) ?? outside.source
  const context = { ...outside, source }
  const part = context.check(syntax, context)
  addCost(environment, part.cost, syntax.at)
  return part
}

function groupKeys({ groupBy, items, at }: SelectSyntax, scope: SelectScope): GroupKey[] {
  const context = contextIn(scope)
  return groupBy.map((key) => {
    const item = itemNamed(key, items, scope.environment, at)
    // An alias that hides a column does not hide it in the expression of its own item, because an item
    // always sees the columns.
    const inside = item === key ? context : contextIn({ ...scope, aliasFirst: false })
    return groupKeyOf(item, partIn(inside, item, scope))
  })
}

/** Returns the item that a key of GROUP BY names by its position or alias, or the key itself. */
function itemNamed(key: Syntax, items: readonly ItemSyntax[], { source }: Environment, at: number): Syntax {
  if (key.kind === 'value' && typeof key.value === 'number') {
    const item = items[key.value - 1]
    if (item?.kind === 'value') return item.value
    throw refuseAt(source, key.at || at, `has no column ${key.value} to group by`)
  }
  const name = key.kind === 'field' && key.chain.length === 1 ? key.chain[0] : undefined
  const item = items.find((one) => one.kind === 'value' && one.alias !== null && one.alias === name)
  return item?.kind === 'value' ? item.value : key
}

function itemsOf(items: readonly ItemSyntax[], scope: SelectScope): CheckedItem[] {
  const context = contextIn(scope)
  return items.flatMap((item): CheckedItem[] => {
    if (item.kind === 'all') return allOf(item, scope, context)
    const part = partIn(context, item.value, scope)
    return [{ name: item.alias ?? nameOfItem(item.value, item.text), part, context }]
  })
}

/**
 * Returns the name of a column as clients know it. If the column is a field, the name is the last part of
 * the chain.
 */
const nameOfItem = (value: Syntax, text: string): string =>
  value.kind === 'field' ? (value.chain.at(-1) ?? text) : text

function allOf(
  { of, at }: ItemSyntax & { kind: 'all' },
  { sources, environment, keys }: SelectScope,
  context: CheckContext,
): CheckedItem[] {
  const owners = sources.filter(({ name }) => of === null || name === of)
  if (owners.length === 0)
    throw refuseAt(
      environment.source,
      at,
      `has a * ${of === null ? 'without FROM' : `of '${of.slice(0, 60)}', which FROM does not have`}`,
    )
  if (keys !== null) throw refuseAt(environment.source, at, 'has a * together with GROUP BY or aggregates')
  return owners.flatMap((owner: SourceNames) =>
    owner.all(at).map(({ name, part }) => ({ name, part, context })),
  )
}

/** Checks a key of ORDER BY or LIMIT BY: the position of an item, an alias, or an expression. */
function keyPart(key: Syntax, items: readonly CheckedItem[], scope: SelectScope): Checked {
  if (key.kind === 'value' && typeof key.value === 'number') {
    const item = items[key.value - 1]
    if (item === undefined)
      throw refuseAt(scope.environment.source, key.at, `has no column ${key.value} to order by`)
    return item.part
  }
  return partIn(contextIn(scope), key, scope)
}

function orderNodes(
  keys: readonly OrderSyntax[],
  items: readonly CheckedItem[],
  scope: SelectScope,
): CheckedOrder[] {
  return keys.map(({ value, ...order }) => ({
    ...order,
    of: orderNode(contextIn(scope), keyPart(value, items, scope)),
  }))
}
