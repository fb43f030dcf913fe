import { type ReactNode, useMemo } from 'react'
import { AnswerFoot } from './answer-foot.tsx'
import { ResultTable } from './result-table.tsx'
import { fileRows, type ResultColumn, type Sort, sorted } from './table-model.ts'
import { useCsv } from './use-csv.ts'

export interface AnswerTableProps<Row> {
  /** The name of the answer, which its table and its files have. */
  readonly name: string
  readonly columns: readonly ResultColumn<Row>[]
  /** The rows, in the order in which the answer has them. */
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  readonly sort: Sort | null
  setSort(sort: Sort | null): void
  readonly lead?: (row: Row) => ReactNode
  readonly trail?: (row: Row) => ReactNode
  readonly isOff?: (row: Row) => boolean
  readonly status?: ReactNode
  readonly note?: string | null
  readonly hasPicture?: boolean
  /**
   * Says where the table is shown. On a page it is below the chart. In a tile with a chart it is only for
   * screen readers. In a tile without a chart it is everything that the tile shows.
   */
  readonly in: 'page' | 'tile' | 'tile with picture'
}

/** The table of an answer. On a page it has a line above it with buttons that save the answer as shown. */
export function AnswerTable<Row>(props: AnswerTableProps<Row>) {
  const { name, columns, rows, keyOf, sort, status, note, hasPicture } = props
  const ordered = useMemo(() => sorted(rows, columns, sort), [rows, columns, sort])
  const saveCsv = useCsv(name, () => fileRows(columns, ordered))
  if (props.in === 'tile with picture') return <TextTable {...{ name, columns, keyOf }} rows={ordered} />
  return (
    <>
      {props.in === 'page' && <AnswerFoot {...{ status, hasPicture }} note={note ?? null} onCsv={saveCsv} />}
      <ResultTable {...props} label={`Values of ${name}`} rows={ordered} />
    </>
  )
}

interface TextTableProps<Row> extends Pick<AnswerTableProps<Row>, 'name' | 'columns' | 'rows' | 'keyOf'> {}

/** The table in the form that only screen readers read. */
const TextTable = <Row,>({ name, columns, rows, keyOf }: TextTableProps<Row>) => (
  <div className="sr">
    <table aria-label={`Values of ${name}`}>
      <thead>
        <tr>
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.key}>{column.text(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
