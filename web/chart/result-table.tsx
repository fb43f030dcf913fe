import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useRef } from 'react'
import { nextSort, type ResultColumn, type Sort } from './table-model.ts'
import './result-table.css'

interface ResultTableProps<Row> {
  /** The name of the table for screen readers. */
  readonly label: string
  /** The columns. The first one stays in place while the others scroll. */
  readonly columns: readonly ResultColumn<Row>[]
  /** The rows, in the order in which they are shown; see {@link sorted}. */
  readonly rows: readonly Row[]
  readonly sort: Sort | null
  setSort(sort: Sort | null): void
  keyOf(row: Row): string
  /** Returns what is shown before the text of the first cell, such as a swatch. */
  readonly lead?: (row: Row) => ReactNode
  /** Returns what is shown at the end of the first cell. */
  readonly trail?: (row: Row) => ReactNode
  /** Whether a row is hidden in the chart. */
  readonly isOff?: (row: Row) => boolean
}

const ROW_PX = 36
/** If a table has more rows than this, only the rows in sight are rendered. */
const MOST_ROWS = 100

/**
 * A table of results. The first column stays in place while the others scroll to the left. In a long table,
 * only the rows in sight are rendered.
 */
export function ResultTable<Row>(props: ResultTableProps<Row>) {
  const { label, columns, rows, sort, setSort, lead, trail, isOff } = props
  const box = useRef<HTMLElement>(null)
  const isVirtual = rows.length > MOST_ROWS
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  })
  const items = isVirtual ? virtual.getVirtualItems() : []
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)]
  const shown = isVirtual ? items.map(({ index }) => index) : rows.map((_, index) => index)
  return (
    <section
      ref={box}
      className={isVirtual ? 'rtable rtable--long' : 'rtable'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table
        aria-rowcount={rows.length + 1}
        style={{
          '--first': `${columns[0]?.widthPx ?? 0}px`,
          '--others': `${columns.slice(1).reduce((sum, { widthPx }) => sum + widthPx, 0)}px`,
        }}
      >
        <colgroup>
          {columns.map(({ key, widthPx }, place) => (
            <col key={key} {...(place > 0 && { style: { width: widthPx } })} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} setSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {isVirtual && above > 0 && <tr aria-hidden style={{ height: above }} />}
          {shown.map((index) => {
            const row = rows[index]
            return row === undefined ? null : (
              <Cells key={props.keyOf(row)} {...{ columns, row, index, lead, trail, isOff }} />
            )
          })}
          {isVirtual && below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  )
}

interface HeadProps<Row> extends Pick<ResultTableProps<Row>, 'sort' | 'setSort'> {
  readonly column: ResultColumn<Row>
}

function Head<Row>({ column, sort, setSort }: HeadProps<Row>) {
  const isBy = sort?.by === column.key
  const Icon = sort?.isDown === true ? IconChevronDown : IconChevronUp
  return (
    <th
      className={column.isNumber ? 'r' : undefined}
      aria-sort={isBy ? (sort.isDown ? 'descending' : 'ascending') : undefined}
      title={column.title}
    >
      <button type="button" onClick={() => setSort(nextSort(sort, column))}>
        <span className="cut">{column.title}</span>
        {isBy && <Icon className="i i--12" aria-hidden />}
      </button>
    </th>
  )
}

interface CellsProps<Row> extends Pick<ResultTableProps<Row>, 'columns'> {
  readonly lead: ResultTableProps<Row>['lead'] | undefined
  readonly trail: ResultTableProps<Row>['trail'] | undefined
  readonly isOff: ResultTableProps<Row>['isOff'] | undefined
  readonly row: Row
  readonly index: number
}

function RowCells<Row>({ columns, row, index, lead, trail, isOff }: CellsProps<Row>) {
  return (
    <tr aria-rowindex={index + 2} className={isOff?.(row) === true ? 'rtable__off' : undefined}>
      {columns.map((column, place) => {
        const open = column.open?.(row) ?? null
        const text = column.text(row)
        const content =
          open === null ? (
            <span className="cut">{text}</span>
          ) : (
            <button type="button" className="rtable__open" onClick={open}>
              {text}
            </button>
          )
        if (place === 0)
          return (
            <th key={column.key} scope="row" title={text}>
              <span className="line">
                {lead?.(row)}
                {content}
                {trail?.(row)}
              </span>
            </th>
          )
        return (
          <td
            key={column.key}
            className={column.isNumber ? 'r' : undefined}
            title={column.isNumber ? undefined : text}
          >
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** Memoized, so that scrolling renders only the rows that come into sight. */
const Cells = memo(RowCells) as typeof RowCells

interface SwatchBoxProps {
  readonly name: string
  readonly color: string
  readonly isShown: boolean
  setShown(isShown: boolean): void
}

/** The swatch of a row. It is also the checkbox that shows or hides the row in the chart. */
export const SwatchBox = ({ name, color, isShown, setShown }: SwatchBoxProps) => (
  <input
    type="checkbox"
    className="swbox"
    style={{ '--c': color }}
    checked={isShown}
    aria-label={`Show ${name}`}
    onChange={(event) => setShown(event.target.checked)}
  />
)
