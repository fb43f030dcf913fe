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
   * Returns the number of each bucket of a series in a row, or the only number of the whole range. Undefined
   * if no event counts.
   */
  numbersOf(period: number, series: number, row: BreakdownRow | null): readonly number[] | undefined
  /** Returns the boxes of a box plot in the same form in which `numbersOf` returns numbers. */
  boxesOf(period: number, series: number, row: BreakdownRow | null): readonly Box[] | undefined
}

interface FoundRow {
  readonly row: BreakdownRow | null
  readonly numbers: number[]
  /** Empty in a trend without boxes. */
  readonly boxes: Box[]
}
/** Found rows by their keys. */
type FoundRows = Map<string, FoundRow>

const NO_BOX = toBox(0, [])

/**
 * Finds the number of each bucket. It looks at each number once, however many series and rows there are.
 * `starts` has the starts of the buckets of each period; the only start is null for the whole range. A number
 * of any other start is left out.
 */
export function foundValues(
  values: readonly TrendValue[],
  starts: readonly (readonly (number | null)[])[],
  rowOf: (value: TrendValue) => BreakdownRow | null,
): FoundValues {
  const places = starts.map((ofPeriod) => new Map(ofPeriod.map((start, place) => [start, place])))
  /** Found rows by series, then by period. */
  const ofSeries = new Map<number, Map<number, FoundRows>>()
  for (const value of values) {
    const periods = madeIn(ofSeries, value.series, () => new Map<number, FoundRows>())
    const rows = madeIn(periods, value.period, (): FoundRows => new Map())
    const row = rowOf(value)
    const length = starts[value.period]?.length ?? 0
    const { numbers, boxes } = madeIn(rows, keyOf(row), () => ({
      ...{ row, numbers: Array(length).fill(0) },
      boxes: value.box === undefined ? [] : Array(length).fill(NO_BOX),
    }))
    const place = places[value.period]?.get(value.bucket)
    if (place === undefined) continue
    numbers[place] = value.value
    if (value.box !== undefined) boxes[place] = toBox(value.value, value.box)
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
