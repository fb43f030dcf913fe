import type { QueryNode } from '#web/api/query-node.ts'
import type { Point } from '#web/question/point.ts'
import { exactNumber } from '#web/ui/format.ts'
import { NumButton } from '../num-button.tsx'
import { type FunnelRow, openPoint } from './funnel-rows.ts'

interface TimeLeftProps {
  readonly question: QueryNode
  readonly rows: readonly FunnelRow[]
  readonly many: string
  readonly onPoint: ((point: Point) => void) | null
}

/**
 * A line about the actors who dropped but may still convert, because their window ends after the range. It
 * says how many such actors there are at each step.
 */
export function TimeLeft({ question, rows, many, onPoint }: TimeLeftProps) {
  const steps = (rows[0]?.steps ?? []).flatMap(({ name }, index) => {
    const count = rows.reduce((sum, row) => sum + (row.steps[index]?.open ?? 0), 0)
    const [row, ...others] = rows
    // With a breakdown, the number is the sum of several rows, and no list has the people of all of them.
    // The panel of each bar has a list.
    const point = row === undefined || others.length > 0 ? null : openPoint({ question, row, index, many })
    return count === 0 ? [] : [{ index, name, count, point }]
  })
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <p className="soft timeleft">
      <b className="num">{exactNumber(total)}</b> {many} still have time to convert when the range ends:{' '}
      {steps.map(({ index, name, count, point }, at) => (
        <span key={index}>
          {at > 0 && ', '}
          <NumButton point={point} onPoint={onPoint}>
            {exactNumber(count)}
          </NumButton>{' '}
          before {name}
        </span>
      ))}
    </p>
  )
}
