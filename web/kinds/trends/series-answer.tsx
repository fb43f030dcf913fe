import { use, useMemo } from 'react'
import { AnnotateContext } from '#web/chart/annotate.ts'
import type { ChartData } from '#web/chart/chart-data.ts'
import { Legend } from '#web/chart/legend.tsx'
import { TimeChart } from '#web/chart/time-chart.tsx'
import { type PointInterval, pointOf, timeAxis } from '#web/chart/time-words.ts'
import { useColors } from '#web/chart/use-colors.ts'
import { useView } from '#web/chart/use-view.ts'
import { formatOf, type ValueFormat } from '#web/chart/value-format.ts'
import { narrowedBy } from '#web/kinds/narrowed-by.ts'
import { breakdownFamily } from '#web/question/breakdown.ts'
import type { Point } from '#web/question/point.ts'
import type { AnswerProps } from '../kind-view.ts'
import { unfinishedNote } from '../unfinished-note.ts'
import { useBeside } from '../use-beside.ts'
import { SeriesTable } from './series-table.tsx'
import { type TrendEntry, trendEntries } from './trend-entries.ts'
import { beforeWords, formOf, intervalOf, inWhole, isSum, needsWhole } from './trend-question.ts'
import { trendRows } from './trend-rows.ts'
import { type OpenFormula, useFormulaPeople } from './use-formula-people.ts'
import { useNotes } from './use-notes.ts'

/**
 * With more series than this a chart cannot be read. Then the table comes first, and the chart hides the
 * other series until the user shows them.
 */
const MOST_SERIES = 20

/** The answer of a trend over time, as lines, areas or bars, and a table of their values. */
export function SeriesAnswer(
  props: AnswerProps<'TrendsQuery'> & { readonly entries: readonly TrendEntry[] },
) {
  const { entries, onPoint, isTile, label, status, setQuestion } = props
  const question = props.question
  const { view, setHidden, setSort } = useView(isTile)
  const colors = useColors(
    entries.map(({ name }) => name),
    breakdownFamily(question),
  )
  const data = useMemo(
    () => chartDataOf(entries, intervalOf(question), colors.of),
    [entries, question, colors],
  )
  const isMany = entries.length > MOST_SERIES
  const hidden = useMemo(
    () => new Set(view.hidden ?? entries.slice(MOST_SERIES).map(({ key }) => key)),
    [view.hidden, entries],
  )
  const format = useMemo(() => formatOf(question.trendsFilter), [question])
  const isSummed = isSum(question)
  const besides = useBeside(inWhole(question), needsWhole(question) && !isTile)
  const wholes = useMemo(() => (besides === null ? null : trendEntries(besides)), [besides])
  const rows = useMemo(
    () => trendRows(entries, wholes, isSummed, colors.of),
    [entries, wholes, isSummed, colors],
  )
  const starts = entries[0]?.item.days ?? []
  const notes = useNotes(starts)
  const annotate = use(AnnotateContext)
  const name = label ?? entries.map((entry) => entry.name).join(', ')
  const before = beforeWords(question)
  const openFormula = useFormulaPeople(question, onPoint)
  const open = opener({ entries, data, format, colorOf: colors.of, onPoint, openFormula })
  const figure = (
    <figure className={isTile ? 'figure figure--tile' : 'figure'} aria-label={name}>
      {(!isMany || isTile) && (
        <Legend
          series={data.series}
          hidden={hidden}
          setHidden={setHidden}
          before={before}
          {...(isTile &&
            isSummed && {
              wholeOf: (key: string) => {
                const whole = rows.find(({ entry }) => entry.key === key)?.whole ?? null
                return whole === null ? null : format.short(whole)
              },
            })}
        />
      )}
      <div className="chart">
        <TimeChart
          {...{ data, format, hidden, notes }}
          form={formOf(question)}
          onOpen={onPoint === null ? null : open}
          onNote={annotate === null || isTile ? null : (index) => annotate(starts[index] ?? '')}
          onRange={narrowedBy({ question, setQuestion, isTile, starts })}
        />
      </div>
    </figure>
  )
  const table = (
    <SeriesTable
      {...{ entries, rows, data, format, hidden, setHidden, setSort, question, isSummed, name, status }}
      in={isTile ? 'tile with picture' : 'page'}
      note={unfinishedNote(data)}
      sort={view.sort ?? null}
      openPoint={onPoint}
      openFormula={openFormula}
      choose={colors.choose}
    />
  )
  return isMany && !isTile ? (
    <>
      {table}
      {figure}
    </>
  ) : (
    <>
      {figure}
      {table}
    </>
  )
}

interface Opening {
  readonly entries: readonly TrendEntry[]
  readonly data: ChartData
  readonly format: ValueFormat
  colorOf(name: string): string
  readonly onPoint: AnswerProps['onPoint']
  readonly openFormula: OpenFormula | null
}

/**
 * Returns a function that opens the people behind a value. For a formula, these are the people of its
 * series.
 */
const opener =
  ({ entries, data, format, colorOf, onPoint, openFormula }: Opening) =>
  (key: string, index: number) => {
    const entry = entries.find((one) => one.key === key)
    if (entry === undefined) return
    const { name, item } = entry
    if (openFormula !== null) {
      const title = `${name} ${format.exact(item.data[index] ?? 0)}, ${data.points[index]?.title ?? ''}`
      openFormula({ item, place: index }, { title, color: colorOf(name) })
      return
    }
    const row = pointsOf(entry, data, colorOf(name))
    const point = row[index]
    if (point !== undefined) onPoint?.({ ...point, row })
  }

/** Returns the points of a series, one for each interval. */
const pointsOf = ({ name, item }: TrendEntry, data: ChartData, color: string): Point[] =>
  item.persons_urls.map(({ url }, i) => ({
    ...{ peopleUrl: url, color },
    title: `${name}, ${data.points[i]?.title ?? ''}`,
    count: item.data[i] ?? 0,
  }))

function chartDataOf(
  entries: readonly TrendEntry[],
  interval: PointInterval,
  colorOf: (name: string) => string,
): ChartData {
  const first = entries[0]
  const nowMs = Date.now()
  const { days = [], incomplete_days: incomplete = [] } = first?.item ?? {}
  return {
    ...timeAxis(days, incomplete, interval, nowMs),
    before: first?.before?.days.map((start) => pointOf(start, interval, nowMs)) ?? null,
    series: entries.map(({ key, name, item, before }) => ({
      key,
      name,
      color: colorOf(name),
      values: item.data,
      ...(before !== null && { before: before.data }),
    })),
  }
}
