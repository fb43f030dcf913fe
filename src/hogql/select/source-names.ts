import type { Checked, NamedPart, PropertyPath } from '#hogql/check/checked.ts'
import type { HogqlType } from '#hogql/expression.ts'
import { elementOf } from '#hogql/functions/definition.ts'
import type { CheckedQuery } from './checked-query.ts'
import { columnNode, fieldOfTable, propertiesOfTable, TABLES, type TableName } from './tables.ts'

/** A source in FROM, as the expressions of its SELECT see it. */
export interface SourceNames {
  readonly id: string
  /** Its alias, or the name of its table; null for a query without an alias. */
  readonly name: string | null
  /** The table; null for a query. */
  readonly table: TableName | null
  /**
   * Returns the value or the properties for which a chain of names stands. Null if the source has none for
   * it.
   */
  named(chain: readonly string[], at: number): NamedPart | null
  /** Returns the columns of `*` with their names. */
  all(at: number): { readonly name: string; readonly part: Checked }[]
}

function partOf(source: string, name: string, type: HogqlType, at: number): Checked {
  const growth = elementOf(type) === 'text' ? 1 : 0
  return { node: { kind: 'ref', source, type, of: columnNode(name) }, type, at, cost: 1, growth }
}

export function namesOfTable(id: string, name: string, table: TableName): SourceNames {
  const columnAt = (chain: readonly string[], at: number): Checked | null => {
    const field = fieldOfTable(table, chain)
    return field?.kind === 'column' ? partOf(id, field.name, field.type, at) : null
  }
  const pathAt = (chain: readonly string[]): PropertyPath | null => {
    const field = propertiesOfTable(table, chain)
    return field === null ? null : { on: field.on, keys: field.keys, source: id }
  }
  return {
    id,
    name,
    table,
    named(chain, at) {
      const part = columnAt(chain, at)
      const path = pathAt(chain)
      if (part !== null) return { kind: 'column', part, ...(path !== null && { path }) }
      return path === null ? null : { kind: 'properties', path }
    },
    all: (at) =>
      TABLES[table].all.flatMap((column) => {
        const part = columnAt([column], at)
        return part === null ? [] : [{ name: column, part }]
      }),
  }
}

/**
 * Returns the names of a query. Its columns are referred to by position, because several columns may have the
 * same name. A name that several columns have stands for the first of them.
 */
export function namesOfQuery(id: string, name: string | null, { columns }: CheckedQuery): SourceNames {
  const all = (at: number) =>
    columns.map((column, place) => ({ name: column.name, part: partOf(id, String(place), column.type, at) }))
  return {
    id,
    name,
    table: null,
    named(chain, at) {
      const found = all(at).find((column) => column.name === chain.join('.'))
      return found === undefined ? null : { kind: 'column', part: found.part }
    },
    all,
  }
}
