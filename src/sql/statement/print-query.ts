import { and, bound, type Fragment, identifier, join, sql } from '#fragments/fragment.ts'
import { type HogqlNode, type HogqlType, ownNodesIn } from '#hogql/expression.ts'
import { placeOf } from '#hogql/functions/definition.ts'
import { definitionOf } from '#hogql/functions/functions.ts'
import { type HogqlScope, printHogql, printOrder, type StatementPrinter } from '#hogql/print-hogql.ts'
import type { CheckedQuery, CheckedSelect } from '#hogql/select/checked-query.ts'
import { makesRows } from '#hogql/select/makes-rows.ts'
import { splitConditions } from '#hogql/select/split-conditions.ts'
import { printFrom } from './print-from.ts'
import { refsOfSources, type SourceColumns } from './source-columns.ts'
import type { StatementFacts } from './statement-facts.ts'

/** Returns a value of this type in the form in which the query returns it. */
export type Shown = (of: Fragment, type: HogqlType) => Fragment
const unchanged: Shown = (of) => of

/** Prints the SQL of a statement. Its columns are named by their positions: `0`, `1`, … */
export function printQuery(query: CheckedQuery, facts: StatementFacts, shown: Shown = unchanged): Fragment {
  const selects = query.selects.map((select) => printSelect(select, query, facts, shown))
  const [only, ...others] = selects
  if (only === undefined) throw new TypeError('A query has a SELECT')
  if (others.length === 0) return only
  // Brackets around each member of a union allow it to have its own LIMIT.
  const members = selects.map((select) => sql`(\n  ${select}\n)`)
  return join(members, query.isDistinctUnion ? sql`\nUNION DISTINCT\n` : sql`\nUNION ALL\n`)
}

function printSelect(
  select: CheckedSelect,
  { columns }: CheckedQuery,
  facts: StatementFacts,
  shown: Shown,
): Fragment {
  const { inTables, here } = splitConditions(select)
  const sourceColumns = refsOfSources(select, here)
  const statement = statementPrinter(sourceColumns, facts)
  const scope = scopeOfSelect(facts, statement, isInOrder(select))
  const print = (root: HogqlNode) => printHogql({ root }, scope)
  const items = select.items.map(
    (item, place) =>
      sql`${shown(print(item), columns[place]?.type ?? 'text')} AS ${identifier(String(place))}`,
  )
  const clauses = [
    sql`SELECT${select.isDistinct ? sql` DISTINCT` : sql``}
  ${join(items, sql`,\n`)}`,
    ...(select.sources.length === 0
      ? []
      : [
          printFrom(select.sources, {
            columns: sourceColumns,
            conditions: inTables,
            statement,
            print,
            facts,
          }),
        ]),
    ...(here.length === 0 ? [] : [sql`WHERE ${and(here.map(print))}`]),
    ...groupClauses(select, print),
    ...orderClauses(select, print),
  ]
  return join(clauses, sql`\n`)
}

const OF_ROWS: ReadonlySet<HogqlNode['kind']> = new Set(['ref', 'query', 'among', 'member', 'window'])

// Returns whether a key depends on the rows. Keys that do not are left out: the engine takes a literal
// number for the position of an item, and refuses any other constant key.
const isOfRows = (key: HogqlNode) =>
  ownNodesIn(key).some(
    (node) =>
      OF_ROWS.has(node.kind) || (node.kind === 'call' && definitionOf(node.name).isAggregate === true),
  ) || makesRows(key)

const computed = (keys: readonly HogqlNode[]) => keys.filter(isOfRows)

/**
 * Prints the keys of LIMIT BY. If no key depends on the rows, prints one key that has the same value in all
 * rows.
 */
function sameOf(keys: readonly HogqlNode[], print: (node: HogqlNode) => Fragment): Fragment {
  const asked = computed(keys)
  return asked.length === 0 ? sql`materialize(true)` : join(asked.map(print), sql`, `)
}

function groupClauses({ groupBy, having }: CheckedSelect, print: (node: HogqlNode) => Fragment): Fragment[] {
  const keys = computed(groupBy)
  // If no key depends on the rows, all rows are one group. HAVING gets an aggregate, so that the rows are
  // grouped even if nothing else in the SELECT is an aggregate. With GROUP BY and only constant keys, a
  // table without rows has no group, so the count must be above 0. Without GROUP BY it has one group.
  const ofAll =
    groupBy.length > 0 ? [sql`count() > 0`] : having === null ? [] : [sql`toFloat64(count()) >= 0`]
  const conditions = [...(keys.length === 0 ? ofAll : []), ...(having === null ? [] : [print(having)])]
  return [
    ...(keys.length === 0 ? [] : [sql`GROUP BY ${join(keys.map(print), sql`, `)}`]),
    ...(conditions.length === 0 ? [] : [sql`HAVING ${and(conditions)}`]),
  ]
}

function orderClauses(
  { orderBy, limitBy, limit, offset }: CheckedSelect,
  print: (node: HogqlNode) => Fragment,
): Fragment[] {
  const keys = orderBy.filter(({ of }) => isOfRows(of))
  const whole = (value: number) => bound('Int64', value)
  return [
    ...(keys.length === 0 ? [] : [sql`ORDER BY ${printOrder(keys, print)}`]),
    ...(limitBy === null
      ? []
      : [sql`LIMIT ${whole(limitBy.count)} OFFSET ${whole(limitBy.offset)} BY ${sameOf(limitBy.by, print)}`]),
    ...(limit === null ? [] : [sql`LIMIT ${whole(limit)}`]),
    ...(offset === 0 ? [] : [sql`OFFSET ${whole(offset)}`]),
  ]
}

function statementPrinter(columns: SourceColumns, facts: StatementFacts): StatementPrinter {
  return {
    ref: (source, of) => sql`${identifier(source)}.${identifier(columns.nameOf(source, of))}`,
    query: (query) => printQuery(query, facts),
    membersOf: facts.membersOf,
  }
}

/**
 * Returns whether the rows of a SELECT come from a single subquery that sorts them. The engine reads such
 * rows in one stream, so they stay in order.
 */
const isInOrder = ({ sources: [first, ...others] }: CheckedSelect): boolean =>
  others.length === 0 &&
  first?.of.kind === 'query' &&
  first.of.query.selects.length === 1 &&
  first.of.query.selects[0]?.orderBy.length !== 0

/**
 * Returns the scope of the expressions of a SELECT that are evaluated outside of its tables. They read the
 * tables only by references.
 */
function scopeOfSelect(
  { calendar, personNumbers }: StatementFacts,
  statement: StatementPrinter,
  inOrder: boolean,
): HogqlScope {
  const refuse = () => {
    throw new TypeError('A SELECT reads columns of its sources only')
  }
  return {
    ...placeOf({ ...calendar, personNumbers }),
    isInOrder: inOrder,
    property: refuse,
    json: refuse,
    column: refuse,
    statement,
  }
}
