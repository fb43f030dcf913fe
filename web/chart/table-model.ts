import type { Cell } from '#web/ui/csv.ts'

/** A column of a table of results. */
export interface ResultColumn<Row> {
  readonly key: string
  readonly title: string
  /**
   * The column header in a file, if it differs from `title`. A date, for example, has its year only in
   * files.
   */
  readonly fileTitle?: string
  readonly isNumber: boolean
  readonly widthPx: number
  /** Returns the value of the cell, for sorting and for files. */
  value(row: Row): Cell
  /** Returns the text that the cell shows. */
  text(row: Row): string
  /**
   * Returns the function that opens the people behind the value of the cell; null if there are none to
   * open.
   */
  open?(row: Row): (() => void) | null
}

export interface Sort {
  readonly by: string
  readonly isDown: boolean
}

/**
 * Returns the rows in the order of `sort`; if it is null, in the order of the answer. Rows without a value
 * are last in both directions. Rows with equal values keep their order.
 */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly ResultColumn<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.by)
  if (column === undefined || sort === null) return rows
  const sign = sort.isDown ? -1 : 1
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return sign * compare(a, b)
    })
    .map(({ row }) => row)
}

const compare = (a: string | number | boolean, b: string | number | boolean): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en', { numeric: true })

/**
 * Returns the sort after a click on a column header. The first click sorts descending, or ascending for a
 * column of texts. The second click reverses this, and the third one restores the order of the answer.
 */
export function nextSort(
  sort: Sort | null,
  { key, isNumber }: Pick<ResultColumn<never>, 'key' | 'isNumber'>,
): Sort | null {
  if (sort?.by !== key) return { by: key, isDown: isNumber }
  return sort.isDown === isNumber ? { by: key, isDown: !isNumber } : null
}

/**
 * Returns the rows of a CSV file with the table: column headers, then the rows as they are shown, with
 * unformatted numbers.
 */
export const fileRows = <Row>(columns: readonly ResultColumn<Row>[], rows: readonly Row[]): Cell[][] => [
  columns.map(({ title, fileTitle = title }) => fileTitle),
  ...rows.map((row) => columns.map((column) => column.value(row))),
]
