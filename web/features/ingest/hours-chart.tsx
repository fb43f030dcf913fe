import { day, exactNumber, timeOfDay } from '#web/ui/format.ts'
import type { HourCounts } from './report.ts'

interface HoursChartProps {
  readonly hours: readonly HourCounts[]
  readonly timeZone: string
}

/**
 * Bars with the number of stored events in each hour. An hour in which events were refused has a dot above
 * its bar. The last hour has not ended yet.
 */
export function HoursChart({ hours, timeZone }: HoursChartProps) {
  const most = Math.max(1, ...hours.map(({ stored }) => stored))
  const first = hours[0]?.start
  const place = (iso: string) =>
    hours.length > 24 ? day(iso, Date.now(), timeZone) : timeOfDay(iso, timeZone)
  return (
    <figure aria-label="Events stored and refused per hour">
      <div className="ing__legend">
        <span className="line">
          <span className="sw" aria-hidden />
          Stored, per hour (highest {exactNumber(most)})
        </span>
        <span className="line">
          <span className="dot" aria-hidden />
          Some refused
        </span>
      </div>
      <div className="hours">
        {hours.map(({ start, stored, refused }) => (
          <div
            key={start}
            className="hours__one"
            title={`${day(start, Date.now(), timeZone)} ${timeOfDay(start, timeZone)}: ${exactNumber(stored)} stored, ${exactNumber(refused)} refused`}
          >
            {refused > 0 && <span className="dot" aria-hidden />}
            <div
              className="hours__bar"
              style={{ height: stored === 0 ? 0 : `${Math.max(2, (stored / most) * 100)}%` }}
            />
          </div>
        ))}
      </div>
      <div className="hours__ends" aria-hidden>
        <span>{first === undefined ? '' : place(first)}</span>
        <span>now</span>
      </div>
    </figure>
  )
}
