import { type HogqlNode, mapNode } from '#hogql/expression.ts'
import type { CheckedSelect, CheckedSource } from './checked-query.ts'
import { sourcesIn } from './join-condition.ts'
import { makesRows } from './makes-rows.ts'

export interface SplitConditions {
  /**
   * The conditions that read only one table, by the id of the table's source. They are written without
   * references. A table without such conditions is absent.
   */
  readonly inTables: ReadonlyMap<string, readonly HogqlNode[]>
  /** All other conditions. */
  readonly here: readonly HogqlNode[]
}

/**
 * Returns the sources whose rows a join may replace by nulls. A condition on such a source must not be
 * evaluated before the join.
 */
export function nullableSources(sources: readonly CheckedSource[]): ReadonlySet<string> {
  const nullable = new Set<string>()
  sources.forEach(({ id, join }, i) => {
    if (join === 'left' || join === 'full') nullable.add(id)
    if (join === 'right' || join === 'full') for (const before of sources.slice(0, i)) nullable.add(before.id)
  })
  return nullable
}

/**
 * Splits the conditions of WHERE. A condition that reads only one table is evaluated in this table, where
 * the engine can use the sort key of the table.
 */
export function splitConditions({ where, sources }: CheckedSelect): SplitConditions {
  const nullable = nullableSources(sources)
  const tables = new Set(
    sources.filter(({ id, of }) => of.kind === 'table' && !nullable.has(id)).map(({ id }) => id),
  )
  const inTables = new Map<string, HogqlNode[]>()
  const here: HogqlNode[] = []
  for (const condition of where) {
    const source = condition.kind === 'filters' ? condition.source : onlySource(condition)
    // If a condition makes several rows from one, the items of the SELECT have these rows too. So such a
    // condition must stay outside of the tables.
    if (makesRows(condition) || source === null || !tables.has(source)) here.push(condition)
    else inTables.set(source, [...(inTables.get(source) ?? []), withoutRefs(condition)])
  }
  return { inTables, here }
}

/** Returns the only source that a condition reads directly; null if it reads several or none. */
function onlySource(condition: HogqlNode): string | null {
  const [only, ...others] = sourcesIn(condition)
  return others.length > 0 ? null : (only ?? null)
}

const withoutRefs = (condition: HogqlNode): HogqlNode =>
  mapNode(condition, (node) => (node.kind === 'ref' ? node.of : null))
