import { IconChartBar, IconChartLine, IconHash, IconTable } from '@tabler/icons-react'
import { useMemo } from 'react'
import { AnswerTable } from '#web/chart/answer-table.tsx'
import { BigNumber } from '#web/chart/big-number.tsx'
import type { ChartData, ChartForm } from '#web/chart/chart-data.ts'
import { Legend } from '#web/chart/legend.tsx'
import { TimeChart } from '#web/chart/time-chart.tsx'
import { useColors } from '#web/chart/use-colors.ts'
import { useView } from '#web/chart/use-view.ts'
import { NUMBERS } from '#web/chart/value-format.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import type { AnswerProps, AnswerTable as AnswerTableParts } from '../kind-view.ts'
import { type SqlDisplay, sqlDisplayOf } from './sql-question.ts'
import { resultColumns, type SqlRow, sqlChart, sqlColumns, sqlNumber } from './sql-rows.ts'
import './sql.css'

const DISPLAYS = [
  { value: 'ActionsTable', label: 'Table', icon: <IconTable className="i" aria-hidden /> },
  { value: 'ActionsLineGraph', label: 'Line', icon: <IconChartLine className="i" aria-hidden /> },
  { value: 'ActionsBar', label: 'Bars', icon: <IconChartBar className="i" aria-hidden /> },
  { value: 'BoldNumber', label: 'Number', icon: <IconHash className="i" aria-hidden /> },
] as const

const NO_TABLE: AnswerTableParts = {}

/** The result of a statement as a table, and in addition as lines, bars or a single number. */
export function SqlAnswer(props: AnswerProps<'HogQLQuery'>) {
  const { results: rows, table = NO_TABLE, isTile, label, status, setQuestion } = props
  const question = props.question
  const display = sqlDisplayOf(question)
  const { view, setHidden, setSort } = useView(isTile)
  const columns = useMemo(() => sqlColumns(table, rows), [table, rows])
  const colors = useColors(columns.map(({ name }) => name))
  const data = useMemo(() => sqlChart(columns, rows, colors.of, Date.now()), [columns, rows, colors])
  const number = sqlNumber(columns, rows)
  const hidden = useMemo(() => new Set(view.hidden ?? []), [view.hidden])
  const shown = useMemo(() => resultColumns(columns), [columns])
  const placed = useMemo(() => rows.map((cells, place) => ({ place, cells })), [rows])
  const name = label ?? 'Result of the statement'
  const { isChart, isNumber, problem } = pictureOf(display, data !== null, number !== null, rows)
  return (
    <>
      {!isTile && setQuestion !== undefined && (
        <Displays
          display={display}
          choose={(chosen) => setQuestion({ ...question, display: chosen })}
          problem={problem}
        />
      )}
      <SqlPicture
        {...{ name, isTile, hidden, setHidden }}
        data={isChart ? data : null}
        number={isNumber ? number : null}
        form={display === 'ActionsBar' ? 'group' : 'line'}
      />
      <AnswerTable
        {...{ name, setSort, status }}
        columns={shown}
        rows={placed}
        keyOf={({ place }) => String(place)}
        sort={view.sort ?? null}
        in={!isTile ? 'page' : isChart || isNumber ? 'tile with picture' : 'tile'}
        note={rowsWords(rows.length, table.hasMore === true)}
        hasPicture={isChart || isNumber}
      />
    </>
  )
}

interface DisplaysProps {
  readonly display: SqlDisplay
  /** The reason why the rows cannot be displayed in the chosen way; null if they can. */
  readonly problem: string | null
  choose(display: SqlDisplay): void
}

const Displays = ({ display, problem, choose }: DisplaysProps) => (
  <div className="toolbar">
    <Segmented<SqlDisplay> label="Display" value={display} options={DISPLAYS} onChange={choose} />
    {problem !== null && <span className="quiet">{problem}</span>}
  </div>
)

/** Returns whether the chosen display can be drawn from the rows. If it cannot, also returns the reason. */
function pictureOf(display: SqlDisplay, hasChart: boolean, hasNumber: boolean, rows: readonly SqlRow[]) {
  const isChart = (display === 'ActionsLineGraph' || display === 'ActionsBar') && hasChart
  const isNumber = display === 'BoldNumber' && hasNumber
  if (display === 'ActionsTable' || isChart || isNumber) return { isChart, isNumber, problem: null }
  const problem =
    rows.length === 0 ? 'There are no rows.' : 'This needs a column of numbers, and at most 400 rows.'
  return { isChart, isNumber, problem }
}

interface SqlPictureProps {
  readonly name: string
  readonly isTile: boolean
  readonly form: ChartForm
  /**
   * The data of a chart. At most one of `data` and `number` is set. If both are null, only the table is
   * shown.
   */
  readonly data: ChartData | null
  readonly number: ReturnType<typeof sqlNumber>
  readonly hidden: ReadonlySet<string>
  setHidden(hidden: ReadonlySet<string>): void
}

function SqlPicture({ name, isTile, form, data, number, hidden, setHidden }: SqlPictureProps) {
  if (data === null && number === null) return null
  return (
    <figure className={isTile ? 'figure figure--tile' : 'figure'} aria-label={name}>
      {data !== null && (
        <>
          <Legend series={data.series} hidden={hidden} setHidden={setHidden} before={null} />
          <div className="chart">
            <TimeChart {...{ data, form, hidden }} format={NUMBERS} onOpen={null} />
          </div>
        </>
      )}
      {number !== null && (
        <>
          {!isTile && <p className="soft">{number.name}</p>}
          <BigNumber
            name={number.name}
            text={NUMBERS.short(number.value)}
            exact={NUMBERS.exact(number.value)}
            change={null}
            spark={null}
            onOpen={null}
          />
        </>
      )}
    </figure>
  )
}

const rowsWords = (count: number, hasMore: boolean): string => {
  const words = count === 1 ? '1 row' : `${NUMBERS.exact(count)} rows`
  return hasMore ? `the first ${words}; a LIMIT in the statement changes how many` : words
}
