import type { DrawnSeries } from './chart-data.ts'
import { changeOf, type ValueFormat } from './value-format.ts'

export interface TipRow {
  readonly key: string
  readonly name: string
  readonly color: string
  readonly value: string
  /** The value of the earlier period; null without a comparison. */
  readonly before: string | null
  /** The change from the earlier period; null without a comparison. */
  readonly change: string | null
  readonly isNearest: boolean
}

/** Returns a row for each visible series at one point, largest value first. */
export function tipRows(
  drawn: readonly DrawnSeries[],
  index: number,
  nearestKey: string | null,
  format: ValueFormat,
): TipRow[] {
  return drawn
    .flatMap(({ series }) => {
      const value = series.values[index]
      return value === undefined ? [] : [{ series, value }]
    })
    .sort((a, b) => b.value - a.value)
    .map(({ series: { key, name, color, before }, value }) => ({
      key,
      name,
      color,
      value: format.rounded(value),
      before: before?.[index] === undefined ? null : format.rounded(before[index]),
      change: before?.[index] === undefined ? null : changeOf(value, before[index], format),
      isNearest: key === nearestKey,
    }))
}

const SHOWN_ROWS = 12

/**
 * Returns the rows that fit into the tip. These are the first rows, and the row nearest to the pointer if it
 * is not one of them. `more` is the number of rows that are left out.
 */
export function shownRows(rows: readonly TipRow[]): {
  readonly rows: readonly TipRow[]
  readonly more: number
} {
  if (rows.length <= SHOWN_ROWS) return { rows, more: 0 }
  const nearest = rows.slice(SHOWN_ROWS).find(({ isNearest }) => isNearest)
  const shown = rows.slice(0, nearest === undefined ? SHOWN_ROWS : SHOWN_ROWS - 1)
  return {
    rows: nearest === undefined ? shown : [...shown, nearest],
    more: rows.length - SHOWN_ROWS,
  }
}
