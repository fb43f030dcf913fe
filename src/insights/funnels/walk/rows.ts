import type { Counts } from './growing.ts'
import { sortsBefore } from './text-order.ts'

export interface BreakdownJob {
  readonly attribution: 'first_touch' | 'last_touch' | 'all_events' | 'step'
  /** From 0; of the attribution `step` only. */
  readonly step: number
  /** The text of a missing value. */
  readonly missing: string
  readonly limit: number
  /** The values that have rows of their own, in their order; null: they are found in this pass. `all_events` and `step` need them. */
  readonly rows: readonly string[] | null
}

/** `all` is the one row without a breakdown. `value` is null where the row does not stand for one value. */
export interface RowName {
  readonly kind: 'all' | 'value' | 'other' | 'none'
  readonly value: string | null
}

/** The rows while actors are walked: those of the answer, or one for each value where the answer's are not known yet. */
export interface Rows {
  /** The row of a value of the column, by its number. */
  of(value: number, values: readonly string[]): number
  /** The row of actors without a value. */
  readonly none: number
  /** The rows of the answer, the largest first, and where each of these rows belongs. */
  finish(sizes: Counts): FinishedRows
}
export interface FinishedRows {
  readonly names: readonly RowName[]
  readonly placeOf: (row: number) => number
}

const valueRow = (value: string): RowName => ({ kind: 'value', value })
const OTHER: RowName = { kind: 'other', value: null }
const NONE_ROW: RowName = { kind: 'none', value: null }

export const createRows = (breakdown: BreakdownJob | null): Rows =>
  breakdown === null
    ? oneRow
    : breakdown.rows === null
      ? foundRows(breakdown)
      : givenRows(breakdown.rows, breakdown.missing)

const oneRow: Rows = {
  of: () => 0,
  none: 0,
  finish: () => ({ names: [{ kind: 'all', value: null }], placeOf: () => 0 }),
}

/** The number of a row where the values with rows of their own are given. */
export function rowNumber(given: readonly string[], { kind, value }: RowName): number {
  if (kind === 'value') return given.indexOf(value as string)
  return kind === 'other' ? given.length : given.length + 1
}

function givenRows(given: readonly string[], missing: string): Rows {
  const [other, none] = [rowNumber(given, OTHER), rowNumber(given, NONE_ROW)]
  const rowOfText = new Map(given.map((value, row) => [value, row]))
  rowOfText.set(missing, none)
  const rowOfValue: number[] = []
  return {
    of(value, values) {
      for (let next = rowOfValue.length; next <= value; next++)
        rowOfValue.push(rowOfText.get(values[next] as string) ?? other)
      return rowOfValue[value] as number
    },
    none,
    finish: () => ({ names: [...given.map(valueRow), OTHER, NONE_ROW], placeOf: (row) => row }),
  }
}

function foundRows({ missing, limit }: BreakdownJob): Rows {
  let texts: readonly string[] = []
  return {
    of(value, values) {
      texts = values
      return value + 1
    },
    none: 0,
    finish(sizes) {
      const ranked = largestRows(sizes, texts, missing).slice(0, limit)
      const [other, none] = [ranked.length, ranked.length + 1]
      const placeOf = new Map(ranked.map((row, place) => [row, place]))
      placeOf.set(0, none).set(texts.indexOf(missing) + 1, none)
      const names = [...ranked.map((row) => valueRow(texts[row - 1] as string)), OTHER, NONE_ROW]
      return { names, placeOf: (row) => placeOf.get(row) ?? other }
    },
  }
}

/** The rows of values with an actor at step 1, the largest first; those of missing values are left out. */
function largestRows(sizes: Counts, texts: readonly string[], missing: string): number[] {
  const found: number[] = []
  for (let row = 1; row < sizes.end; row++)
    if (sizes.of(row) > 0 && texts[row - 1] !== missing) found.push(row)
  const bySize = (a: number, b: number) =>
    sizes.of(b) - sizes.of(a) || (sortsBefore(texts[a - 1] as string, texts[b - 1] as string) ? -1 : 1)
  return found.sort(bySize)
}
