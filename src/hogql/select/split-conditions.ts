import { type HogqlNode, mapNode } from '#hogql/expression.ts'
import type { CheckedSelect, CheckedSource } from './checked-query.ts'
import { sourcesIn } from './join-condition.ts'
import { makesRows } from './makes-rows.ts'

export interface SplitConditions {
  /** Conditions on the rows of one table, by its source, without references. */
  readonly inTables: ReadonlyMap<string, readonly HogqlNode[]>
  /** All others. */
  readonly here: readonly HogqlNode[]
}

/** The sources whose rows can be replaced by nulls: a condition on them must not be asked before the join. */
export function nullableSources(sources: readonly CheckedSource[]): ReadonlySet<string> {
  const nullable = new Set<string>()
  sources.forEach(({ id, join }, i) => {
    if (join === 'left' || join === 'full') nullable.add(id)
    if (join === 'right' || join === 'full') for (const before of sources.slice(0, i)) nullable.add(before.id)
  })
  return nullable
}

/** The conditions of WHERE that can be asked of the rows of a table alone, where the engine finds them by its sort key. */
export function splitConditions({ where, sources }: CheckedSelect): SplitConditions {
  const nullable = nullableSources(sources)
  const tables = new Set(
    sources.filter(({ id, of }) => of.kind === 'table' && !nullable.has(id)).map(({ id }) => id),
  )
  const inTables = new Map<string, HogqlNode[]>()
  const here: HogqlNode[] = []
  for (const condition of where) {
    const source = condition.kind === 'filters' ? condition.source : onlySource(condition)
    // The rows that a condition makes are those of the items as well.
    if (makesRows(condition) || source === null || !tables.has(source)) here.push(condition)
    else inTables.set(source, [...(inTables.get(source) ?? []), withoutRefs(condition)])
  }
  return { inTables, here }
}

/** The source of all that a condition reads itself; null where it reads several or none. */
function onlySource(condition: HogqlNode): string | null {
  const [only, ...others] = sourcesIn(condition)
  return others.length > 0 ? null : (only ?? null)
}

const withoutRefs = (condition: HogqlNode): HogqlNode =>
  mapNode(condition, (node) => (node.kind === 'ref' ? node.of : null))
