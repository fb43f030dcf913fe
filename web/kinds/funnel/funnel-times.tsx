import type { ReactNode } from 'react'
import { AnswerFoot } from '#web/chart/answer-foot.tsx'
import { useRowColors } from '#web/chart/use-colors.ts'
import { useCsv } from '#web/chart/use-csv.ts'
import type { Point } from '#web/question/point.ts'
import { duration, exactNumber } from '#web/ui/format.ts'
import { StateBox } from '#web/ui/state-box.tsx'
import { AsTable } from '../as-table.tsx'
import { NumButton } from '../num-button.tsx'
import { timesFile } from './funnel-file.ts'
import type { FunnelTimesItem } from './funnel-rows.ts'

interface FunnelTimesProps {
  readonly item: FunnelTimesItem
  readonly onPoint: ((point: Point) => void) | null
  readonly isTile: boolean
  /** The name of the CSV file that the answer can be saved as. */
  readonly name: string
  readonly status: ReactNode
}

/** A histogram of the times that actors took to convert. It has the actors of all breakdown rows together. */
export function FunnelTimes(props: FunnelTimesProps) {
  if (props.item.bins.length === 0)
    return (
      <>
        <StateBox title="Nobody converted in this range" text="Choose a longer range or window." />
        {!props.isTile && <AnswerFoot status={props.status} hasPicture={false} />}
      </>
    )
  return <Histogram {...props} />
}

interface Bin {
  readonly name: string
  readonly count: number
  readonly point: Point | null
}

/**
 * Returns the bins of the histogram. The last entry of the answer is the end of the last bin, and counts
 * the times that are exactly this long. It becomes a bin only if there are such times.
 */
function binsOf({ bins, people_urls }: FunnelTimesItem, color: string): Bin[] {
  return bins.flatMap(([from = 0, count = 0], index) => {
    const to = bins[index + 1]?.[0]
    if (to === undefined && count === 0) return []
    const name = to === undefined ? `${duration(from)} or more` : `${duration(from)} to ${duration(to)}`
    const peopleUrl = people_urls?.[index]
    const title = `Converted in ${name}`
    return [{ name, count, point: peopleUrl === undefined ? null : { peopleUrl, title, count, color } }]
  })
}

function Histogram({ item, onPoint, isTile, name: title, status }: FunnelTimesProps) {
  const saveCsv = useCsv(title, () => timesFile(item))
  const color = useRowColors([null])(null)
  const bins = binsOf(item, color)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const average = item.average_conversion_time
  const label = `Time to convert${average === null ? '' : `, ${duration(average)} on average`}`
  const points = bins.flatMap(({ point }) => (point === null ? [] : [point]))
  return (
    <>
      <figure className={isTile ? 'chart ktile' : 'chart'} aria-label={label} style={{ '--c': color }}>
        <div className="legend flegend">{label}</div>
        <div className={isTile ? 'ftimes ftimes--tile' : 'ftimes'}>
          {bins.map(({ name, count, point }) => (
            <div key={name} className="ftime">
              <span className="ftime__plot">
                <button
                  type="button"
                  className="ftime__bar"
                  style={{ '--v': `${(100 * count) / most}%` }}
                  aria-label={`${name}: ${exactNumber(count)}`}
                  title={`${name}: ${exactNumber(count)}`}
                  disabled={point === null || onPoint === null || count === 0}
                  onClick={() => point !== null && onPoint?.({ ...point, row: points })}
                />
              </span>
              <span className="ftime__n num" aria-hidden>
                {exactNumber(count)}
              </span>
              <span className="ftime__l" aria-hidden>
                {name.split(' to ')[0]}
              </span>
            </div>
          ))}
        </div>
      </figure>
      {!isTile && <AnswerFoot status={status} onCsv={saveCsv} />}
      {!isTile && (
        <AsTable>
          <table>
            <thead>
              <tr>
                <th>Time to convert</th>
                <th className="r">Number</th>
              </tr>
            </thead>
            <tbody>
              {bins.map(({ name, count, point }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td className="r">
                    <NumButton point={count === 0 ? null : point} onPoint={onPoint}>
                      {exactNumber(count)}
                    </NumButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </AsTable>
      )}
    </>
  )
}
