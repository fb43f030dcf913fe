import { type HogqlNode, ownNodesIn } from '#hogql/expression.ts'
import { type CheckedSelect, partsOfSelect } from '#hogql/select/checked-query.ts'
import type { GivenColumn } from './table-read.ts'

/** The columns that the sources of a SELECT give to its expressions. */
export interface SourceColumns {
  of(source: string): readonly GivenColumn[]
  /** @throws TypeError for a value that no expression reads. */
  nameOf(source: string, of: HogqlNode): string
}

/**
 * Returns the columns of the sources of a SELECT. For each value that an expression reads from a source,
 * this source has a column. `where` has the conditions of the SELECT that are evaluated outside of its
 * tables.
 */
export function refsOfSources(select: CheckedSelect, where: readonly HogqlNode[]): SourceColumns {
  const names = new Map<string, Map<string, GivenColumn>>()
  const parts = partsOfSelect({ ...select, where })
  for (const node of parts.flatMap(ownNodesIn)) {
    if (node.kind !== 'ref') continue
    const columns = names.get(node.source) ?? new Map<string, GivenColumn>()
    names.set(node.source, columns)
    const key = JSON.stringify(node.of)
    if (!columns.has(key)) columns.set(key, { name: `c${columns.size}`, of: node.of })
  }
  return {
    of: (source) => [...(names.get(source)?.values() ?? [])],
    nameOf(source, of) {
      const column = names.get(source)?.get(JSON.stringify(of))
      if (column === undefined) throw new TypeError(`No column of ${source}`)
      return column.name
    },
  }
}
