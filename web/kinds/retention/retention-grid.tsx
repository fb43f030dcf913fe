import { IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type Point, parsePoint } from '#web/question/point.ts'
import { useFragment } from '#web/question/use-question.ts'
import { capital } from '#web/ui/capital.ts'
import { exactNumber, shortNumber } from '#web/ui/format.ts'
import {
  type Calendar,
  cohortName,
  heatOf,
  heatOfSums,
  intervalWords,
  labelsOf,
  type RetentionItem,
  type RetentionRow,
} from './retention-rows.ts'
import { useHiddenColumns } from './use-hidden-columns.ts'

export type CellsShow = 'share' | 'count' | 'sum'

interface GridProps {
  readonly row: RetentionRow
  readonly show: CellsShow
  readonly calendar: Calendar
  /**
   * Words for the labels of the grid. `sum` is what the sums are, such as `sum of amount`; null if the
   * question has none.
   */
  readonly words: { readonly many: string; readonly returning: string; readonly sum: string | null }
  readonly onPoint: ((point: Point) => void) | null
}

interface Tip {
  readonly title: string
  readonly text: string
  readonly left: number
  readonly top: number
}

const exactPercent = (share: number) => `${(share * 100).toFixed(1)}\u00a0%`

/**
 * The grid of a retention, with a row for each cohort and a cell for each interval. A click on a cell opens
 * the people who came back.
 */
export function RetentionGrid({ row, show, calendar, words, onPoint }: GridProps) {
  const place = useRef<HTMLDivElement>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  const openUrl = parsePoint(useFragment('at'))?.peopleUrl
  const heat = heatOfCells(row, show)
  const scroll = useRef<HTMLDivElement>(null)
  const hidden = useHiddenColumns(scroll, row.mean.length)
  const period = capital(calendar.period)
  return (
    <div ref={place} className="gridwrap">
      {hidden > 0 && (
        <button
          type="button"
          className="gridwrap__more"
          onClick={() => scroll.current?.scrollTo({ left: scroll.current.scrollWidth })}
        >
          {hidden} more {hidden === 1 ? calendar.period : `${calendar.period}s`}
          <IconChevronRight size={14} aria-hidden />
        </button>
      )}
      <div
        ref={scroll}
        className={hidden > 0 ? 'gridwrap__scroll gridwrap__scroll--more' : 'gridwrap__scroll'}
      >
        <table className="ret" style={{ minWidth: 196 + row.mean.length * 62 }}>
          <caption className="sr">
            {period} by {calendar.period}: {words.many} with {words.returning}
          </caption>
          <thead>
            <tr>
              <th className="ret__l" scope="col">
                {period === 'Day' ? 'Day' : `${period} of`}
              </th>
              <th className="r ret__s" scope="col">
                {capital(words.many)}
              </th>
              {labelsOf(row).map((label) => (
                <th key={label} className="c" scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="mean">
              <th className="ret__l strong" scope="row">
                Mean
              </th>
              <td className="r ret__s strong">{exactNumber(row.size)}</td>
              {meanTexts(row, show).map((text, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an interval is identified by its index
                <td key={place} className="c">
                  <span className="hc hc--mean">{text}</span>
                </td>
              ))}
            </tr>
            {row.cohorts.map((cohort) => (
              <CohortLine
                key={cohort.date}
                {...{ row, cohort, show, calendar, words, onPoint, heat, openUrl }}
                columns={row.mean.length}
                onTip={(text, cell) => setTip(tipAt(text, cell, place.current))}
                onLeave={() => setTip(null)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {tip !== null && (
        <div className="tip only-wide rtip" role="tooltip" style={{ left: tip.left, top: tip.top }}>
          <div className="tip__head">
            <span>{tip.title}</span>
          </div>
          <p className="soft num">{tip.text}</p>
          {onPoint !== null && <p className="quiet">Click for the {words.many}</p>}
        </div>
      )}
    </div>
  )
}

/** Returns the texts of the row of means. */
const meanTexts = ({ mean, meanSums }: RetentionRow, show: CellsShow): string[] =>
  show === 'sum'
    ? meanSums.map((sum) => (sum === null ? '' : shortNumber(sum)))
    : mean.map((share) => (share === null ? '' : exactPercent(share)))

type HeatOfCell = (value: RetentionItem['values'][number], place: number) => number

function heatOfCells(row: RetentionRow, show: CellsShow): HeatOfCell {
  const [ofShare, ofSum] = [heatOf([row]), heatOfSums([row])]
  return show === 'sum'
    ? ({ aggregation_value: sum = 0 }) => ofSum(sum)
    : ({ rate }, place) => ofShare(rate, place)
}

const TIP_PX = 224

/** Returns the position of the tip, which is below its cell and within the width of the grid. */
function tipAt(text: Pick<Tip, 'title' | 'text'>, cell: HTMLElement, grid: HTMLElement | null): Tip | null {
  if (grid === null) return null
  const [inner, outer] = [cell.getBoundingClientRect(), grid.getBoundingClientRect()]
  const left = Math.min(inner.left - outer.left, outer.width - TIP_PX)
  return { ...text, left: Math.max(0, left), top: inner.bottom - outer.top + 8 }
}

interface LineProps extends GridProps {
  readonly cohort: RetentionItem
  readonly columns: number
  readonly openUrl: string | undefined
  readonly heat: HeatOfCell
  onTip(text: Pick<Tip, 'title' | 'text'>, cell: HTMLElement): void
  onLeave(): void
}

function CohortLine({
  row,
  cohort,
  columns,
  show,
  calendar,
  words,
  onPoint,
  heat,
  openUrl,
  onTip,
  onLeave,
}: LineProps) {
  const name = cohortName(cohort.date, calendar)
  const points = cohort.values.map((_, place) => pointOf({ row, cohort, place, name, calendar, words }))
  // A cohort in which nobody started has no shares, and nobody can come back.
  const isEmpty = cohort.values[0]?.count === 0
  return (
    <tr>
      <th className="ret__l" scope="row">
        {name}
      </th>
      <td className="r ret__s soft">{exactNumber(cohort.values[0]?.count ?? 0)}</td>
      {Array.from({ length: columns }, (_, place) => {
        const value = cohort.values[place]
        // biome-ignore lint/suspicious/noArrayIndexKey: an interval is identified by its index
        if (value === undefined || isEmpty) return <td key={place} />
        const point = points[place] ?? null
        const text = sentence({ cohort, place, calendar, words })
        const classes = ['hc', `h${heat(value, place)}`]
        if (value.is_incomplete) classes.push('hc--part')
        if (openUrl !== undefined && point?.peopleUrl === openUrl) classes.push('hc--pick')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an interval is identified by its index
          <td key={place} className="c">
            <button
              type="button"
              className={classes.join(' ')}
              aria-label={`${text}${value.is_incomplete ? ', not finished' : ''}`}
              disabled={point === null || onPoint === null || value.count === 0}
              onClick={() =>
                point !== null && onPoint?.({ ...point, row: points.filter((one) => one !== null) })
              }
              onPointerEnter={(event) =>
                onTip(
                  {
                    title: titleOf({ name, label: value.label, calendar }),
                    text: `${text}${value.is_incomplete ? ', so far' : ''}.`,
                  },
                  event.currentTarget,
                )
              }
              onPointerLeave={onLeave}
            >
              {cellText(value, show)}
            </button>
          </td>
        )
      })}
    </tr>
  )
}

function cellText(
  { count, rate, aggregation_value: sum }: RetentionItem['values'][number],
  show: CellsShow,
): string {
  if (show === 'sum') return sum === undefined ? '–' : shortNumber(sum)
  if (show === 'count') return exactNumber(count)
  return rate === null ? '–' : exactPercent(rate)
}

interface Place extends Pick<GridProps, 'calendar' | 'words'> {
  readonly cohort: RetentionItem
  readonly place: number
}

/**
 * Returns a sentence about a cell, such as "156 of 450 persons came back with app opened between 26 Oct and
 * 1 Nov, sum of amount 1 204".
 */
function sentence(told: Place): string {
  const value = told.cohort.values[told.place]?.aggregation_value
  const { sum } = told.words
  return sum === null || value === undefined
    ? whoWhen(told)
    : `${whoWhen(told)}, ${sum} ${exactNumber(value)}`
}

function whoWhen({ cohort, place, calendar, words: { many, returning } }: Place): string {
  const value = cohort.values[place]
  const when = intervalWords({ date: cohort.date, place, label: value?.label ?? '' }, calendar)
  if (place === 0) return `${exactNumber(value?.count ?? 0)} ${many} started ${when}`
  return `${exactNumber(value?.count ?? 0)} of ${exactNumber(value?.base ?? 0)} ${many} came back with ${returning} ${when}`
}

const titleOf = ({ name, label, calendar }: { name: string; label: string; calendar: Calendar }) =>
  `${capital(calendar.period)}${calendar.period === 'day' ? '' : ' of'} ${name}, ${label.toLowerCase()}`

function pointOf({
  row,
  cohort,
  place,
  name,
  calendar,
  words,
}: Place & { readonly row: RetentionRow; readonly name: string }): Point | null {
  const value = cohort.values[place]
  if (value === undefined || value.people_url === null) return null
  const title = titleOf({ name, label: value.label, calendar })
  return {
    peopleUrl: value.people_url,
    title: row.name === null ? title : `${row.name}, ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    count: value.count,
    words: sentence({ cohort, place, calendar, words }),
    ...(row.name !== null && { color: row.color }),
  }
}
