import { exactNumber, percent } from '#web/ui/format.ts'
import { type FunnelRow, widestGap } from './funnel-rows.ts'

/**
 * Says at which step the values of the breakdown differ most. The line gives the numbers and names no
 * cause.
 */
export function GapLine({ rows }: { readonly rows: readonly FunnelRow[] }) {
  const gap = widestGap(rows)
  if (gap === null) return null
  const { step, low, high, othersPoints } = gap
  return (
    <p className="gap">
      <span className="gap__bar" />
      <span>
        <span className="strong">Largest difference: {step}.</span>{' '}
        <span className="soft">
          {low.name} {percent(low.share)}, {high.name} {percent(high.share)}.
          {(rows[0]?.steps.length ?? 0) > 2 &&
            ` At the other steps the values differ by at most ${exactNumber(othersPoints, 1)} pts.`}
        </span>
      </span>
    </p>
  )
}
