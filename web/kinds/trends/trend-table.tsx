import { useMemo } from 'react'
import { AnswerTable, type AnswerTableProps } from '#web/chart/answer-table.tsx'
import type { ChartData } from '#web/chart/chart-data.ts'
import { ColorMenu } from '#web/chart/color-menu.tsx'
import { SwatchBox } from '#web/chart/result-table.tsx'
import type { ValueFormat } from '#web/chart/value-format.ts'
import type { Point } from '#web/question/point.ts'
import { rowsTitle, type TrendQuestion } from './trend-question.ts'
import { type TrendRow, trendColumns } from './trend-rows.ts'
import type { OpenFormula } from './use-formula-people.ts'

export interface TrendTableProps
  extends Pick<
    AnswerTableProps<TrendRow>,
    'rows' | 'in' | 'name' | 'sort' | 'setSort' | 'status' | 'note' | 'hasPicture'
  > {
  readonly data: Pick<ChartData, 'points' | 'before'>
  readonly format: ValueFormat
  readonly question: TrendQuestion
  readonly isSummed: boolean
  readonly hidden: ReadonlySet<string>
  setHidden(hidden: ReadonlySet<string>): void
  readonly openPoint: ((point: Point) => void) | null
  readonly openFormula: OpenFormula | null
  readonly choose: ((name: string, color: number) => void) | null
}

/** The table of a trend. It has one row for each series or value of the breakdown. */
export function TrendTable(props: TrendTableProps) {
  const { data, format, question, isSummed, hidden, setHidden, choose, openPoint, openFormula } = props
  const columns = useMemo(
    () =>
      trendColumns({
        first: rowsTitle(question),
        whole: format.kind === 'percent' ? 'Rate' : isSummed ? 'Total' : 'Whole range',
        points: data.points,
        isCompared: data.before !== null,
        format,
        openPoint,
        openFormula,
      }),
    [question, format, isSummed, data, openPoint, openFormula],
  )
  const show = (key: string, isShown: boolean) => {
    const next = new Set(hidden)
    if (isShown) next.delete(key)
    else next.add(key)
    setHidden(next)
  }
  return (
    <AnswerTable
      {...props}
      columns={columns}
      keyOf={({ entry }) => entry.key}
      isOff={({ entry }) => hidden.has(entry.key)}
      lead={({ entry, color }) => (
        <SwatchBox
          name={entry.key}
          color={color}
          isShown={!hidden.has(entry.key)}
          setShown={(isShown) => show(entry.key, isShown)}
        />
      )}
      {...(choose !== null && {
        trail: ({ entry }: TrendRow) => (
          <ColorMenu name={entry.name} choose={(color) => choose(entry.name, color)} />
        ),
      })}
    />
  )
}
