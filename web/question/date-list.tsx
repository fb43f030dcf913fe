import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import type { DateRange } from '#web/api/query-node.ts'
import { NAMED_RANGES, namedRange, rangeWords } from './dates.ts'
import { dayIn } from './day-in.ts'
import './date-list.css'

interface DateListProps {
  readonly range: DateRange | undefined
  /** Called with the range. `isDone` is true if the range is complete, so that the list can close. */
  onChange(range: DateRange, isDone: boolean): void
}

/** A list of named ranges, with a calendar for all other ranges. Days are in the time zone of the project. */
export function DateList({ range, onChange }: DateListProps) {
  const { timezone, week_start_day } = useProject()
  const today = dayIn(timezone)
  const own = daysOf(range)
  const [chosen, setChosen] = useState<[string | null, string | null]>(own)
  const name = namedRange(range)
  const from = chosen[0]
  const text =
    from === null
      ? rangeWords(range, Date.now())
      : rangeWords({ date_from: from, date_to: chosen[1] }, Date.now())
  return (
    <div className="pop--date">
      <div className="dates">
        <ul>
          {NAMED_RANGES.map((one) => (
            <li key={one.label}>
              <button
                type="button"
                className={one.label === name ? 'opt opt--on' : 'opt'}
                aria-pressed={one.label === name}
                data-autofocus={one.label === (name ?? 'Today') ? true : undefined}
                onClick={() => onChange(one.range, true)}
              >
                {one.label}
              </button>
            </li>
          ))}
        </ul>
        <DatePicker
          type="range"
          size="xs"
          className="calendar"
          value={chosen}
          maxDate={today}
          defaultDate={own[1] ?? own[0] ?? today}
          allowSingleDateInRange
          firstDayOfWeek={week_start_day === 1 ? 1 : 0}
          highlightToday
          aria-label="First and last day"
          ariaLabels={{
            previousMonth: 'Previous month',
            nextMonth: 'Next month',
            monthLevelControl: 'Choose the month',
          }}
          onChange={(days) => {
            setChosen(days)
            const [first, last] = days
            if (first !== null && last !== null) onChange({ date_from: first, date_to: last }, true)
          }}
        />
      </div>
      <div className="picks__foot">
        <span className="num">
          {from !== null && chosen[1] === null ? `${text}: choose the last day` : text}
        </span>
        <span className="grow" />
        <span>{timezone}</span>
      </div>
    </div>
  )
}

const daysOf = (range: DateRange | undefined): [string | null, string | null] => {
  const iso = (text: string | null | undefined) => /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null
  return [iso(range?.date_from), iso(range?.date_to)]
}
