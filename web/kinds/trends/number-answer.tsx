import { useMemo } from 'react'
import { AnswerFoot } from '#web/chart/answer-foot.tsx'
import { BigNumber } from '#web/chart/big-number.tsx'
import { unfinishedFrom } from '#web/chart/time-words.ts'
import { changeOf, formatOf } from '#web/chart/value-format.ts'
import type { AnswerProps } from '../kind-view.ts'
import { useBeside } from '../use-beside.ts'
import { type TrendEntry, type TrendItem, trendEntries } from './trend-entries.ts'
import { beforeWords, overTime, type TrendQuestion } from './trend-question.ts'
import { useFormulaPeople } from './use-formula-people.ts'

/** A big number for each series, with its change and a small line of its values over time. */
export function NumberAnswer({
  question,
  entries,
  onPoint,
  isTile,
  label,
  status,
}: AnswerProps<'TrendsQuery'> & { readonly entries: readonly TrendEntry[] }) {
  const format = formatOf(question.trendsFilter)
  const besides = useBeside(withoutBreakdown(overTime(question)), true)
  const openFormula = useFormulaPeople(question, onPoint)
  const openOf = (name: string, item: TrendItem) => {
    const [url, count] = [item.persons?.url, item.aggregated_value ?? 0]
    if (openFormula !== null)
      return () =>
        openFormula({ item, place: null }, { title: `${name} ${format.exact(count)}, the whole range` })
    if (onPoint === null || url === undefined) return null
    return () => onPoint({ peopleUrl: url, title: `${name}, the whole range`, count })
  }
  const lines = useMemo(
    () => new Map(trendEntries(besides ?? []).map((entry) => [entry.id, entry.item])),
    [besides],
  )
  return (
    <>
      <figure
        className={isTile ? 'figure figure--tile' : 'figure'}
        aria-label={label ?? entries.map(({ name }) => name).join(', ')}
      >
        {entries.map(({ key, id, name, item, before }) => {
          const value = item.aggregated_value ?? 0
          const line = lines.get(id)
          const then = before?.aggregated_value
          return (
            <div key={key}>
              {(entries.length > 1 || !isTile) && <p className="soft">{name}</p>}
              <BigNumber
                name={name}
                text={format.short(value)}
                exact={format.exact(value)}
                change={
                  then === undefined
                    ? null
                    : { text: changeOf(value, then, format), against: beforeWords(question) ?? '' }
                }
                spark={
                  line === undefined
                    ? null
                    : {
                        values: line.data,
                        unfinishedFrom: unfinishedFrom(line.days, line.incomplete_days),
                      }
                }
                onOpen={openOf(name, item)}
              />
            </div>
          )
        })}
      </figure>
      {!isTile && <AnswerFoot status={status} />}
    </>
  )
}

/** Removes the breakdown, because the display with a single number has none. */
const withoutBreakdown = ({ breakdownFilter: _, ...question }: TrendQuestion): TrendQuestion => question
