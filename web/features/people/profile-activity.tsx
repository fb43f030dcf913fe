import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { rowsOf } from '#web/api/rows.ts'
import { day, exactNumber } from '#web/ui/format.ts'
import { dateFormat } from '#web/ui/formatters.ts'
import type { Subject } from './profile-frame.tsx'

const DAYS = 84
const DAY_MS = 86_400_000
const [WIDTH, HEIGHT, GAP] = [760, 60, 2]

/**
 * Bars with the number of events on each day of the last twelve weeks. The bar of today is paler, because
 * the day has not ended.
 */
export function ProfileActivity({ subject }: { readonly subject: Subject }) {
  const { id: projectId, timezone } = useProject()
  const { data } = useQuery(
    rowsOf(
      projectId,
      `SELECT toDate(timestamp) AS day, count() FROM events WHERE ${subject.where} AND timestamp >= now() - interval ${DAYS} day GROUP BY day`,
      subject.values,
    ),
  )
  const nowMs = Date.now()
  const dates = Array.from({ length: DAYS }, (_, i) => nowMs - (DAYS - 1 - i) * DAY_MS)
  const dateOf = dateFormat('en-CA', { timeZone: timezone })
  const counts = new Map(data?.map(([date, count]) => [String(date).slice(0, 10), Number(count)]))
  const values = dates.map((ms) => counts.get(dateOf.format(ms)) ?? 0)
  const most = Math.max(1, ...values)
  const step = WIDTH / DAYS
  const total = values.reduce((sum, value) => sum + value, 0)
  const label = (ms: number) => day(new Date(ms).toISOString(), nowMs, timezone)
  return (
    <figure className="pp__act" aria-label={`Events per day, last 12 weeks: ${exactNumber(total)} in all`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {values.map((value, i) => {
          const height = value === 0 ? 0 : Math.max(2, (value / most) * (HEIGHT - 2))
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its day
              key={i}
              x={i * step}
              y={HEIGHT - 1 - height}
              width={step - GAP}
              height={height}
              fill="var(--c1)"
              opacity={i === DAYS - 1 ? 0.45 : 1}
            />
          )
        })}
        <rect x="0" y={HEIGHT - 1} width={WIDTH} height="1" fill="var(--hair)" />
      </svg>
      <div className="pp__days" aria-hidden>
        <span>{label(dates[0] ?? nowMs)}</span>
        <span>{label(dates[28] ?? nowMs)}</span>
        <span>{label(dates[56] ?? nowMs)}</span>
        <span>today</span>
      </div>
    </figure>
  )
}
