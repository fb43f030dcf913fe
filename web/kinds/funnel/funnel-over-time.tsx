import type { ReactNode } from 'react'
import { AnswerFoot } from '#web/chart/answer-foot.tsx'
import { useRowColors } from '#web/chart/use-colors.ts'
import { useCsv } from '#web/chart/use-csv.ts'
import type { Point } from '#web/question/point.ts'
import { day, exactNumber } from '#web/ui/format.ts'
import { AsTable } from '../as-table.tsx'
import { Curve } from '../curve.tsx'
import { NumButton } from '../num-button.tsx'
import { ratesFile } from './funnel-file.ts'
import { type FunnelTrendItem, rowName } from './funnel-rows.ts'

interface FunnelOverTimeProps {
  readonly items: readonly FunnelTrendItem[]
  readonly onPoint: ((point: Point) => void) | null
  readonly isTile: boolean
  /** The name of the CSV file that the answer can be saved as. */
  readonly name: string
  /** The properties of the breakdown. The colours of its values are stored under this key. */
  readonly family: string
  readonly status: ReactNode
}

/**
 * The conversion rate over time. A rate belongs to the interval in which actors did the first step. The line
 * is dashed for intervals that have not ended.
 */
export function FunnelOverTime({ items, onPoint, isTile, name: title, family, status }: FunnelOverTimeProps) {
  const saveCsv = useCsv(title, () => ratesFile(items))
  const days = items[0]?.days ?? []
  const names = days.map((text) => dayText(text))
  const nameOf = (item: FunnelTrendItem) => rowName(item.breakdown)
  const colorOf = useRowColors(items.map(nameOf), family)
  const colorOfItem = (item: FunnelTrendItem) => colorOf(nameOf(item))
  const points = items.map((item) => pointsOf(item, names, colorOfItem(item)))
  const open = (line: number, place: number) => {
    const row = points[line]
    const point = row?.[place]
    if (point != null) onPoint?.({ ...point, row: row?.filter((one) => one !== null) ?? [] })
  }
  const label = `Conversion ${names[0] ?? ''} to ${names.at(-1) ?? ''}`
  return (
    <>
      <figure className={isTile ? 'chart ktile' : 'chart'} aria-label={label}>
        {items.length > 1 && (
          <div className="legend flegend">
            {items.map((item) => (
              <span key={nameOf(item)} className="line">
                <span className="sw" style={{ '--c': colorOfItem(item) }} />
                {nameOf(item)}
              </span>
            ))}
          </div>
        )}
        <Curve
          label={label}
          {...(!isTile && { height: 320 })}
          places={names}
          lines={items.map((item) => {
            const partFrom = item.days.findIndex((one) => item.incomplete_days.includes(one))
            return {
              name: nameOf(item) ?? 'Conversion',
              color: colorOfItem(item),
              values: item.data,
              ...(partFrom >= 0 && { partFrom }),
            }
          })}
          onPick={open}
        />
      </figure>
      {!isTile && <AnswerFoot status={status} onCsv={saveCsv} />}
      {!isTile && (
        <AsTable>
          <table>
            <thead>
              <tr>
                <th>Started</th>
                {items.map((item) => (
                  <th key={nameOf(item)} className="r">
                    {nameOf(item) ?? 'Conversion'}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((name, place) => (
                <tr key={days[place]}>
                  <td>
                    {name}
                    {items[0]?.incomplete_days.includes(days[place] ?? '') && (
                      <span className="quiet">, not finished</span>
                    )}
                  </td>
                  {items.map((item, line) => (
                    <td key={nameOf(item)} className="r">
                      <NumButton point={points[line]?.[place] ?? null} onPoint={onPoint}>
                        {rateText(item.data[place] ?? 0)}
                      </NumButton>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </AsTable>
      )}
    </>
  )
}

const rateText = (rate: number) => `${exactNumber(rate, 1)}\u00a0%`

/**
 * Returns the label of an interval. `text` is its start in the time zone of the project: `2026-11-19`, or
 * with a time after it.
 */
function dayText(text: string): string {
  const [date = '', time] = text.split(/[ T]/)
  const name = day(`${date}T12:00:00Z`, Date.now(), 'UTC')
  return time === undefined || time.startsWith('00:00') ? name : `${name} ${time.slice(0, 5)}`
}

/**
 * Returns the points of a line, one for each interval. A point lists the actors who converted and, in
 * another tab, those who dropped. Its counts are null, because the answer has only the rate.
 */
function pointsOf(item: FunnelTrendItem, names: readonly string[], color: string): (Point | null)[] {
  const name = rowName(item.breakdown)
  return item.days.map((_, place) => {
    const peopleUrl = item.converted_people_urls?.[place]
    if (peopleUrl === undefined) return null
    const began = `started ${names[place]}`
    const droppedUrl = item.dropped_people_urls?.[place]
    return {
      peopleUrl,
      title: name === null ? `S${began.slice(1)}` : `${name}, ${began}`,
      count: null,
      words: `${rateText(item.data[place] ?? 0)} converted`,
      color,
      tab: 'converted',
      tabs: [
        { key: 'converted', label: 'Went on', peopleUrl, count: null },
        ...(droppedUrl === undefined
          ? []
          : [{ key: 'dropped', label: 'Dropped', peopleUrl: droppedUrl, count: null }]),
      ],
    }
  })
}
