import { DatePicker } from '@mantine/dates'
import { useProject } from '#web/api/project.ts'
import { dayIn } from './day-in.ts'
import './date-list.css'

interface UntilListProps {
  /** The chosen last day, such as `2026-11-15`; null if the range ends now. */
  readonly day: string | null
  onChange(day: string | null): void
}

/** The list of ends to choose from: now, or a day in the time zone of the project. */
export function UntilList({ day, onChange }: UntilListProps) {
  const { timezone, week_start_day } = useProject()
  const today = dayIn(timezone)
  return (
    <div className="pop--date">
      <div className="dates">
        <ul>
          <li>
            <button
              type="button"
              className={day === null ? 'opt opt--on' : 'opt'}
              aria-pressed={day === null}
              data-autofocus
              onClick={() => onChange(null)}
            >
              Now
            </button>
          </li>
        </ul>
        <DatePicker
          size="xs"
          className="calendar"
          value={day}
          maxDate={today}
          defaultDate={day ?? today}
          firstDayOfWeek={week_start_day === 1 ? 1 : 0}
          highlightToday
          aria-label="Last day"
          ariaLabels={{
            previousMonth: 'Previous month',
            nextMonth: 'Next month',
            monthLevelControl: 'Choose the month',
          }}
          onChange={(chosen) => onChange(chosen)}
        />
      </div>
    </div>
  )
}
