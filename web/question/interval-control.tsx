import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { DateRange, Interval } from '#web/api/query-node.ts'
import { intervalsFor } from './dates.ts'
import { ProblemText } from './problem.tsx'

const NAMES: Readonly<Record<Interval, string>> = {
  minute: 'Minute',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
}

interface IntervalControlProps {
  readonly interval: Interval | undefined
  readonly range: DateRange | undefined
  onChange(interval: Interval): void
}

/** Control for the interval. It offers only the intervals that divide the range into 2 to 400 points. */
export function IntervalControl({ interval = 'day', range, onChange }: IntervalControlProps) {
  const fitting = intervalsFor(range, Date.now())
  return (
    <Menu>
      <Menu.Target>
        <button
          type="button"
          className="btn btn--small"
          aria-label={`Interval: ${NAMES[interval]}`}
          aria-haspopup="menu"
          data-part="interval"
        >
          {NAMES[interval] ?? interval}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {(fitting.includes(interval) ? fitting : [interval, ...fitting]).map((one) => (
          <Menu.Item key={one} onClick={() => onChange(one)} aria-current={one === interval || undefined}>
            {NAMES[one] ?? one}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
      <ProblemText place="interval" />
    </Menu>
  )
}
