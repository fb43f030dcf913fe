import { useMemo } from 'react'
import { AnswerTable } from '#web/chart/answer-table.tsx'
import { Legend } from '#web/chart/legend.tsx'
import { SwatchBox } from '#web/chart/result-table.tsx'
import { TimeChart } from '#web/chart/time-chart.tsx'
import { timeAxis } from '#web/chart/time-words.ts'
import { useView } from '#web/chart/use-view.ts'
import { NUMBERS } from '#web/chart/value-format.ts'
import { narrowedBy } from '#web/kinds/narrowed-by.ts'
import type { AnswerProps } from '../kind-view.ts'
import { unfinishedNote } from '../unfinished-note.ts'
import { lifecycleColumns, lifecycleData, lifecyclePoint, lifecycleRows } from './lifecycle-rows.ts'

/**
 * The lifecycle of an event's actors as bars over time: new, returning and resurrecting actors above zero,
 * and dormant ones below. The net number is a line.
 */
export function LifecycleAnswer({
  question,
  results: items,
  onPoint,
  isTile,
  label,
  status,
  setQuestion,
}: AnswerProps<'LifecycleQuery'>) {
  const interval = question.interval ?? 'day'
  const { view, setHidden, setSort } = useView(isTile)
  const hidden = useMemo(() => new Set(view.hidden ?? []), [view.hidden])
  const starts = items[0]?.days ?? []
  const data = useMemo(() => {
    const { points, unfinishedFrom } = timeAxis(
      items[0]?.days ?? [],
      items[0]?.incomplete_days ?? [],
      interval,
      Date.now(),
    )
    return lifecycleData(items, points, unfinishedFrom)
  }, [items, interval])
  const rows = useMemo(() => lifecycleRows(data, items), [data, items])
  const columns = useMemo(() => lifecycleColumns(data.points, onPoint), [data, onPoint])
  const name = label ?? 'Lifecycle'
  const open = (key: string, index: number) => {
    const found = rows.find((row) => row.key === key)
    if (found === undefined) return
    const row = data.points.flatMap(({ title }, i) => lifecyclePoint(found, i, title) ?? [])
    const point = row[index]
    if (point !== undefined) onPoint?.({ ...point, row })
  }
  return (
    <>
      <figure className={isTile ? 'figure figure--tile' : 'figure'} aria-label={name}>
        <Legend series={data.series} hidden={hidden} setHidden={setHidden} before={null} />
        <div className="chart">
          <TimeChart
            {...{ data, hidden }}
            form="bar"
            format={NUMBERS}
            onOpen={onPoint === null ? null : open}
            onRange={narrowedBy({ question, setQuestion, isTile, starts })}
          />
        </div>
      </figure>
      <AnswerTable
        {...{ columns, rows, name, setSort, status }}
        in={isTile ? 'tile with picture' : 'page'}
        note={unfinishedNote(data)}
        sort={view.sort ?? null}
        keyOf={({ key }) => key}
        isOff={({ key }) => hidden.has(key)}
        lead={(row) => (
          <SwatchBox
            name={row.name}
            color={row.color}
            isShown={!hidden.has(row.key)}
            setShown={(isShown) => {
              const next = new Set(hidden)
              if (isShown) next.delete(row.key)
              else next.add(row.key)
              setHidden(next)
            }}
          />
        )}
      />
    </>
  )
}
