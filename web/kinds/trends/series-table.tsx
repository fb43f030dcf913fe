import { BoxTable } from './box-table.tsx'
import type { TrendEntry } from './trend-entries.ts'
import { intervalOf } from './trend-question.ts'
import { TrendTable, type TrendTableProps } from './trend-table.tsx'

interface SeriesTableProps extends TrendTableProps {
  readonly entries: readonly TrendEntry[]
}

/** The table of a trend over time. It has a value for each interval or, for a box plot, the statistics. */
export function SeriesTable({ entries, ...props }: SeriesTableProps) {
  if (entries.every(({ item }) => item.boxplot_data === undefined)) return <TrendTable {...props} />
  const { format, name, status, note, sort, setSort, question, openPoint } = props
  return (
    <BoxTable
      {...{ entries, format, name, status, sort, setSort, openPoint }}
      note={note ?? null}
      interval={intervalOf(question)}
      in={props.in}
    />
  )
}
