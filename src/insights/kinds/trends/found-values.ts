import { keyOf } from '#insights/kind/breakdown-rows.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import { type Box, toBox } from './box.ts'
import type { TrendValue } from './queries.ts'

/** The numbers that the queries found. */
export interface FoundValues {
  /**
   * Returns the rows that a series has in any period with a number, each row once. If `series` is null,
   * returns the rows of all series together.
   */
  rowsOf(series: number | null): readonly (BreakdownRow | null)[]
  /**
   * Returns the numbers of a series in a row, by the start of their bucket; the key is null for the whole
   * range. Undefined if no event counts.
   */
  numbersOf(period: number, series: number, row: BreakdownRow | null): Numbers | undefined
  /** Returns the boxes of a box plot in the same form in which `numbersOf` returns numbers. */
  boxesOf(period: number, series: number, row: BreakdownRow | null): Boxes | undefined
}

type Numbers = ReadonlyMap<number | null, number>
type Boxes = ReadonlyMap<number | null, Box>

interface FoundRow {
  readonly row: BreakdownRow | null
  readonly numbers: Map<number | null, number>
  readonly boxes: Map<number | null, Box>
}
/** Found rows by their keys. */
type FoundRows = Map<string, FoundRow>

/** Indexes the values. It looks at each number once, however many series and rows there are. */
export function foundValues(
  values: readonly TrendValue[],
  rowOf: (value: TrendValue) => BreakdownRow | null,
): FoundValues {
  /** Found rows by series, then by period. */
  const ofSeries = new Map<number, Map<number, FoundRows>>()
  for (const value of values) {
    const periods = madeIn(ofSeries, value.series, () => new Map<number, FoundRows>())
    const rows = madeIn(periods, value.period, (): FoundRows => new Map())
    const row = rowOf(value)
    const { numbers, boxes } = madeIn(rows, keyOf(row), () => ({ row, numbers: new Map(), boxes: new Map() }))
    numbers.set(value.bucket, value.value)
    if (value.box !== undefined) boxes.set(value.bucket, toBox(value.value, value.box))
  }
  return {
    rowsOf(series) {
      const periods = series === null ? [...ofSeries.values()] : [ofSeries.get(series) ?? new Map()]
      const found = new Map<string, BreakdownRow | null>()
      for (const rows of periods.flatMap((one) => [...one.values()]))
        for (const [key, { row }] of rows) found.set(key, row)
      return [...found.values()]
    },
    numbersOf: (period, series, row) => ofSeries.get(series)?.get(period)?.get(keyOf(row))?.numbers,
    boxesOf: (period, series, row) => ofSeries.get(series)?.get(period)?.get(keyOf(row))?.boxes,
  }
}

/** Returns the value of a key, and makes it if there is none. */
function madeIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
