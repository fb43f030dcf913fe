import { useMemo } from 'react'
import { AnswerTable, type AnswerTableProps } from '#web/chart/answer-table.tsx'
import type { ResultColumn } from '#web/chart/table-model.ts'
import { type PointInterval, pointOf } from '#web/chart/time-words.ts'
import type { ValueFormat } from '#web/chart/value-format.ts'
import type { Point } from '#web/question/point.ts'
import { type BoxRow, boxRows } from './box-rows.ts'
import type { TrendEntry } from './trend-entries.ts'

interface BoxTableProps
  extends Pick<AnswerTableProps<BoxRow>, 'in' | 'name' | 'sort' | 'setSort' | 'status' | 'note'> {
  readonly entries: readonly TrendEntry[]
  readonly interval: PointInterval
  readonly format: ValueFormat
  readonly openPoint: ((point: Point) => void) | null
}

const STATISTICS = [
  ['min', 'Minimum'],
  ['p25', '25th percentile'],
  ['median', 'Median'],
  ['p75', '75th percentile'],
  ['max', 'Maximum'],
  ['mean', 'Mean'],
] as const

/** The table of a box plot. It has a row for each interval of each series. */
export function BoxTable({ entries, interval, format, openPoint, ...table }: BoxTableProps) {
  const rows = useMemo(
    () => boxRows(entries, (day) => pointOf(day, interval, Date.now()).title),
    [entries, interval],
  )
  const columns = useMemo(() => columnsOf(format, openPoint), [format, openPoint])
  return <AnswerTable {...table} {...{ rows, columns }} keyOf={({ key }) => key} />
}

function columnsOf(format: ValueFormat, openPoint: BoxTableProps['openPoint']): ResultColumn<BoxRow>[] {
  const number = { isNumber: true, widthPx: 120 }
  return [
    {
      ...{ key: 'series', title: 'Series', isNumber: false, widthPx: 200 },
      value: ({ name }) => name,
      text: ({ name }) => name,
    },
    {
      ...{ key: 'date', title: 'Date', isNumber: false, widthPx: 160 },
      value: ({ box }) => box.day,
      text: ({ date }) => date,
    },
    ...STATISTICS.map(
      ([key, title]): ResultColumn<BoxRow> => ({
        ...{ ...number, key, title },
        value: ({ box }) => box[key],
        text: ({ box }) => format.rounded(box[key]),
      }),
    ),
    {
      ...{ ...number, key: 'count', title: 'Numbers' },
      value: ({ box }) => box.count,
      text: ({ box }) => String(box.count),
      open: ({ name, date, box, peopleUrl }) =>
        openPoint === null || peopleUrl === null
          ? null
          : () => openPoint({ peopleUrl, title: `${name}, ${date}`, count: box.count }),
    },
  ]
}
