import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import type { RowValues } from '#query/breakdown.ts'

/**
 * Numbers for the rows of a breakdown: 0 is the row of all other values, 1 is the row of missing values,
 * and the largest rows follow. On a page after the first, 1 stands for all rows of the earlier pages, and
 * the row of missing values is one of these. Events are grouped by these numbers, because the engine packs
 * numbers into one key but has to serialize text. For 5.5 million events by browser, numbers took 80 ms of
 * CPU and text took 200 ms.
 */
export interface RowPlaces {
  /** Number of the row of an event. */
  readonly place: Fragment
  /** Returns the values of the row with this number; empty texts for 0. */
  valuesAt(place: Fragment): Fragment[]
}

/**
 * Numbers the rows. `values` are the values of an event, `largest` are the rows on the page, and `earlier`
 * are the rows on the pages before it.
 */
export function rowPlaces(
  values: readonly Fragment[],
  largest: readonly RowValues[],
  earlier: readonly RowValues[] = [],
): RowPlaces {
  const rows = [values.map(() => ''), ...largest]
  const columnsOf = (some: readonly RowValues[]) => values.map((_, i) => some.map((row) => row[i] ?? ''))
  return {
    place: placeOf(values, columnsOf([...rows, ...earlier]), [
      ...rows.map((_, i) => i + 1),
      ...earlier.map(() => 1),
    ]),
    valuesAt: (place) =>
      columnsOf(rows).map((column) => sql`arrayElement(${bound('Array(String)', column)}, ${place})`),
  }
}

/**
 * Returns the number of the row that an event belongs to. If a row has several values, they are first
 * combined into one number. Each digit of this number is the index of a value among the distinct values of
 * its property. With three properties and 1,000 rows the number is below 2^32.
 */
function placeOf(
  values: readonly Fragment[],
  columns: readonly (readonly string[])[],
  places: readonly number[],
): Fragment {
  const [first] = values
  if (first !== undefined && values.length === 1)
    return placeIn(first, 'Array(String)', columns[0] ?? [], places)
  const different = columns.map((column) => [...new Set(column)])
  const digits = values.map((value, i) => {
    const list = different[i] ?? []
    return placeIn(
      value,
      'Array(String)',
      list,
      list.map((_, digit) => digit + 1),
    )
  })
  const base = 1 + Math.max(...different.map(({ length }) => length))
  const number = digits.reduce((before, digit) => sql`(${before} * ${numeral(base)} + ${digit})`)
  const ofRows = (columns[0] ?? []).map((_, row) =>
    columns
      .map((column, i) => 1 + (different[i] ?? []).indexOf(column[row] ?? ''))
      .reduce((before, digit) => before * base + digit),
  )
  return placeIn(number, 'Array(UInt32)', ofRows, places)
}

/**
 * Returns an expression for the number in `places` at the index that a value has in `list`; 0 for a value
 * that is not in the list. The number has no dictionary (LowCardinality), even if the value has one.
 */
const placeIn = (
  value: Fragment,
  type: 'Array(String)' | 'Array(UInt32)',
  list: readonly unknown[],
  places: readonly number[],
) => sql`toUInt32(transform(${value}, ${bound(type, list)}, ${bound('Array(UInt32)', places)}, 0))`
