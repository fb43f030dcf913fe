import type { DrawnSeries } from './chart-data.ts'
import { changeOf, type ValueFormat } from './value-format.ts'

export interface TipRow {
  readonly key: string
  readonly name: string
  readonly color: string
  readonly value: string
  /** The value of the earlier period; null without one. */
  readonly before: string | null
  /** Null without an earlier period. */
  readonly change: string | null
  readonly isNearest: boolean
}

/** All visible series at one point, the greatest value first. */
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

/** The first rows, and the one that is nearest to the pointer if it is behind them. */
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
