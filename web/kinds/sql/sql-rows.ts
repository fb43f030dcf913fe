import type { Schema } from '#web/api/results.ts'
import type { ChartData } from '#web/chart/chart-data.ts'
import type { ResultColumn } from '#web/chart/table-model.ts'
import { pointOf } from '#web/chart/time-words.ts'
import type { Cell } from '#web/ui/csv.ts'
import { exactNumber } from '#web/ui/format.ts'
import type { AnswerTable } from '../kind-view.ts'

export type SqlRow = Schema<'Row'>

/** A column of a result. The values of a column of numbers are aligned to the right. */
export interface SqlColumn {
  readonly index: number
  readonly name: string
  readonly isNumber: boolean
}

export function sqlColumns({ columns, types }: AnswerTable, rows: readonly SqlRow[]): SqlColumn[] {
  const names = columns ?? (rows[0] ?? []).map((_, i) => `column ${i + 1}`)
  return names.map((name, index) => {
    const type = types?.[index]?.[1]
    const isNumber =
      type === undefined
        ? rows.length > 0 && rows.every((row) => typeof row[index] === 'number' || row[index] === null)
        : /^(Nullable\()?(U?Int|Float|Decimal)/.test(type)
    return { index, name, isNumber }
  })
}

/** A row with its index. The index is the key of the row, because two rows may be equal. */
export interface PlacedRow {
  readonly place: number
  readonly cells: SqlRow
}

export const resultColumns = (columns: readonly SqlColumn[]): ResultColumn<PlacedRow>[] =>
  columns.map(({ index, name, isNumber }) => ({
    key: `${index} ${name}`,
    title: name,
    isNumber,
    widthPx: isNumber ? 128 : 220,
    value: ({ cells }) => cellValue(cells[index]),
    text: ({ cells }) => cellText(cells[index]),
  }))

const cellValue = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

const cellText = (value: unknown): string => {
  const cell = cellValue(value)
  if (cell === null) return 'none'
  return typeof cell === 'number' ? exactNumber(cell, 6) : String(cell)
}

/** The most points of a chart. With more points it could not be read. */
const MOST_POINTS = 400
const DAY = /^\d{4}-\d\d-\d\d/

/**
 * Returns the data of a chart with a series for each column of numbers. The first column that has no
 * numbers gives the labels of the points; without such a column they are numbered. Null if there is no
 * column of numbers, if there are no rows, or if there are too many.
 */
export function sqlChart(
  columns: readonly SqlColumn[],
  rows: readonly SqlRow[],
  colorOf: (name: string) => string,
  nowMs: number,
): ChartData | null {
  const numbers = columns.filter(({ isNumber }) => isNumber)
  if (numbers.length === 0 || rows.length === 0 || rows.length > MOST_POINTS) return null
  const along = columns.find(({ isNumber }) => !isNumber)
  const points = rows.map((row, i) => {
    const text = along === undefined ? String(i + 1) : cellText(row[along.index])
    if (!DAY.test(text)) return { short: text.length > 12 ? `${text.slice(0, 11)}…` : text, title: text }
    return { ...pointOf(text.slice(0, 10), 'day', nowMs), title: text }
  })
  return {
    points,
    before: null,
    unfinishedFrom: points.length,
    series: numbers.map(({ index, name }) => ({
      key: `${index} ${name}`,
      name,
      color: colorOf(name),
      values: rows.map((row) => Number(row[index] ?? 0)),
    })),
  }
}

/** Returns the first number of the first row, with the name of its column; null if there is none. */
export function sqlNumber(columns: readonly SqlColumn[], rows: readonly SqlRow[]) {
  const column = columns.find(({ isNumber }) => isNumber)
  const value = column === undefined ? undefined : rows[0]?.[column.index]
  return column === undefined || typeof value !== 'number' ? null : { name: column.name, value }
}
