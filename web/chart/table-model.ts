import type { Cell } from '#web/ui/csv.ts'

/** A column of a table of results. */
export interface ResultColumn<Row> {
  readonly key: string
  readonly title: string
  /** The head in a file, if it is another one: a date with its year. */
  readonly fileTitle?: string
  readonly isNumber: boolean
  readonly widthPx: number
  /** What is sorted, and written to a file. */
  value(row: Row): Cell
  /** What is read. */
  text(row: Row): string
  /** Opens what is behind the value; null where nothing can be opened. */
  open?(row: Row): (() => void) | null
}

export interface Sort {
  readonly by: string
  readonly isDown: boolean
}

/** The order of the answer without a sort. Rows without a value are last in both directions; equal ones keep their order. */
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

/** A click on a head: the greatest first, then the least first, then the order of the answer. Texts begin with A. */
export function nextSort(
  sort: Sort | null,
  { key, isNumber }: Pick<ResultColumn<never>, 'key' | 'isNumber'>,
): Sort | null {
  if (sort?.by !== key) return { by: key, isDown: isNumber }
  return sort.isDown === isNumber ? { by: key, isDown: !isNumber } : null
}

/** The table as a file: the same rows in the same order, with plain numbers. */
export const fileRows = <Row>(columns: readonly ResultColumn<Row>[], rows: readonly Row[]): Cell[][] => [
  columns.map(({ title, fileTitle = title }) => fileTitle),
  ...rows.map((row) => columns.map((column) => column.value(row))),
]
