import type { PropertyBreakdown } from '#query/breakdown.ts'
import { type Fragment, join, sql } from '#sql/fragment.ts'
import type { RowEdges } from './row-edges.ts'
import { binnedValues, isNone } from './row-values.ts'
import type { Key } from './value-select.ts'

/**
 * The columns that put the events of a series into the rows of its breakdown: `is_other`, unless every value has a row, and
 * `value_0` and so on, which are empty for the others. `values` are those of an event.
 */
export function rowKeys(
  breakdown: PropertyBreakdown,
  values: readonly Fragment[],
  { largest, bounds }: RowEdges,
): Key[] {
  const binned = binnedValues(breakdown, values, bounds)
  const named = (of: Fragment, i: number): Key => ({ name: `value_${i}`, of })
  if (largest === null) return binned.map(named)
  const isOther = sql`(NOT ${isNone(binned)} AND ${tuple(binned)} NOT IN ${largest})`
  return [{ name: 'is_other', of: isOther }, ...binned.map((of, i) => named(sql`if(is_other, '', ${of})`, i))]
}

const tuple = (values: readonly Fragment[]) =>
  values.length === 1 ? join(values, sql``) : sql`(${join(values, sql`, `)})`
