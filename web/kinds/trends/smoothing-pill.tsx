import { SelectPill } from '#web/ui/select-pill.tsx'
import { displayOf, intervalOf, type TrendQuestion } from './trend-question.ts'

const AS_COUNTED = 1
/**
 * The choices, in intervals. For days they include one, two and four weeks, so that all weekdays have equal
 * weight.
 */
const OFFERED: readonly number[] = [AS_COUNTED, 3, 7, 14, 28]

const OVER_TIME = [
  ...['ActionsLineGraph', 'ActionsAreaGraph', 'ActionsBar'],
  ...['ActionsStackedBar', 'ActionsUnstackedBar', 'Metric'],
]

interface SmoothingPillProps {
  readonly question: TrendQuestion
  onChange(intervals: number | undefined): void
}

/**
 * Control for smoothing: each point is then the mean of several intervals. It is shown only for displays in
 * which each point is the number that was counted in its interval.
 */
export function SmoothingPill({ question, onChange }: SmoothingPillProps) {
  if (!OVER_TIME.includes(displayOf(question))) return null
  const asked = question.trendsFilter?.smoothingIntervals ?? AS_COUNTED
  const choices = [...new Set([...OFFERED, asked])].sort((a, b) => a - b)
  const interval = intervalOf(question)
  return (
    <SelectPill
      label="Smoothing"
      part="smoothing"
      value={String(asked)}
      options={choices.map((count) => ({
        value: String(count),
        label: count === AS_COUNTED ? 'none' : `mean of ${count} ${interval}s`,
      }))}
      onChange={(count) => onChange(count === String(AS_COUNTED) ? undefined : Number(count))}
    />
  )
}
