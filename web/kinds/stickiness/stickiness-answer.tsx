import { useMemo } from 'react'
import { useActorWords } from '#web/api/actor-words.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { AnswerTable } from '#web/chart/answer-table.tsx'
import { Legend } from '#web/chart/legend.tsx'
import { TimeChart } from '#web/chart/time-chart.tsx'
import { useColors } from '#web/chart/use-colors.ts'
import { useView } from '#web/chart/use-view.ts'
import { SHARES } from '#web/chart/value-format.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { groupTypeIndexOf } from '../counted-pill.tsx'
import type { AnswerProps } from '../kind-view.ts'
import {
  activeWords,
  stickinessColumns,
  stickinessData,
  stickinessEntries,
  stickinessPoint,
} from './stickiness-rows.ts'

/**
 * The answer of a stickiness: the share of actors who were active on each number of days, out of all who
 * were active.
 */
export function StickinessAnswer(props: AnswerProps<'StickinessQuery'>) {
  const { results, onPoint, isTile, label, status, setQuestion } = props
  const question = props.question
  const isAtLeast = question.stickinessFilter?.computedAs === 'cumulative'
  const { many } = useActorWords(groupTypeIndexOf(question))
  const entries = useMemo(() => stickinessEntries(results), [results])
  const { view, setHidden, setSort } = useView(isTile)
  const hidden = useMemo(() => new Set(view.hidden ?? []), [view.hidden])
  const colors = useColors(entries.map(({ name }) => name))
  const data = useMemo(() => stickinessData(entries, isAtLeast, colors.of), [entries, isAtLeast, colors])
  const columns = useMemo(
    () => stickinessColumns({ entries, openPoint: onPoint, many, colorOf: colors.of }),
    [entries, onPoint, many, colors],
  )
  const rows = useMemo(
    () =>
      (entries[0]?.item.labels ?? []).map((words, index) => ({
        index,
        words: activeWords(words, isAtLeast),
      })),
    [entries, isAtLeast],
  )
  const name = label ?? entries.map((entry) => entry.name).join(', ')
  const open = (key: string, index: number) => {
    const entry = entries.find((one) => one.key === key)
    if (entry === undefined) return
    const row = rows.flatMap((one) => stickinessPoint(entry, one, colors.of(entry.name)) ?? [])
    const point = row[index]
    if (point !== undefined) onPoint?.({ ...point, row })
  }
  return (
    <>
      <figure className={isTile ? 'figure figure--tile' : 'figure'} aria-label={name}>
        <div className="figure__head">
          <Legend
            series={data.series}
            hidden={hidden}
            setHidden={setHidden}
            before={data.before === null ? null : 'the previous period'}
          />
          {setQuestion !== undefined && !isTile && (
            <Segmented
              label="Active on"
              value={isAtLeast ? 'cumulative' : 'non_cumulative'}
              options={[
                { value: 'non_cumulative', label: 'exactly' },
                { value: 'cumulative', label: 'at least' },
              ]}
              onChange={(computedAs) =>
                setQuestion({ ...question, stickinessFilter: { ...question.stickinessFilter, computedAs } })
              }
            />
          )}
        </div>
        <div className="chart">
          <TimeChart
            {...{ data, hidden }}
            form="group"
            format={SHARES}
            onOpen={onPoint === null ? null : open}
          />
        </div>
        <p className="quiet figure__axis">{axisWords(question)}</p>
      </figure>
      <AnswerTable
        {...{ columns, rows, name, setSort, status }}
        in={isTile ? 'tile with picture' : 'page'}
        note="shares of all who were active"
        sort={view.sort ?? null}
        keyOf={({ index }) => String(index)}
      />
    </>
  )
}

const axisWords = ({ interval = 'day', intervalCount }: QueryNode): string =>
  (intervalCount ?? 1) > 1
    ? `periods of ${intervalCount} ${interval}s in the range`
    : `${interval}s in the range`
