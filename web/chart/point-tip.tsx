import type { ChartData, ChartNote, DrawnSeries } from './chart-data.ts'
import { notedAt } from './place-notes.ts'
import { type Plot, xAt, yAt } from './plot.ts'
import type { Scale } from './scale.ts'
import { shownRows, tipRows } from './tip-rows.ts'
import type { ValueFormat } from './value-format.ts'

interface PointTipProps {
  readonly data: ChartData
  readonly notes: readonly ChartNote[]
  /** Whether the pointer is on the axis, where a click adds an annotation. */
  readonly isNoting: boolean
  readonly drawn: readonly DrawnSeries[]
  readonly index: number
  readonly nearestKey: string | null
  readonly plot: Plot
  readonly scale: Scale
  readonly format: ValueFormat
}

/**
 * The tip for one point of the time axis, next to the crosshair. It has the dates of both periods, and all
 * series sorted by value.
 */
export function PointTip(props: PointTipProps) {
  const { data, notes, isNoting, drawn, index, nearestKey, plot, scale, format } = props
  const note = notedAt(notes, index)
  const { rows, more } = shownRows(tipRows(drawn, index, nearestKey, format))
  const x = xAt(plot, index)
  const isLeft = x > plot.width / 2
  const before = data.before?.[index]
  const highest = Math.min(...drawn.map(({ tops }) => yAt(plot, scale, tops[index] ?? 0)))
  // The tip must not cover the values. If the values are high, the tip is at the bottom.
  const across = highest < plot.height * 0.4 ? { bottom: plot.bottom + 8 } : { top: plot.top }
  return (
    <div
      className="tip"
      style={isLeft ? { right: plot.width - x + 12, ...across } : { left: x + 12, ...across }}
    >
      <div className="tip__head">
        <span>{data.points[index]?.title}</span>
        {before !== undefined && <span className="quiet">compared with {before.title}</span>}
      </div>
      {rows.map((row) => (
        <div key={row.key} className={row.change === null ? 'tip__row tip__row--alone' : 'tip__row'}>
          <span className="sw" style={{ '--c': row.color }} />
          <span className={row.isNearest ? 'cut strong' : 'cut'}>{row.name}</span>
          <span className={row.isNearest ? 'strong' : undefined}>{row.value}</span>
          {row.before !== null && <span className="d">{row.before}</span>}
          {row.change !== null && <span className="d">{row.change}</span>}
        </div>
      ))}
      {more > 0 && <div className="quiet">and {more} more</div>}
      {note !== null && <div className="tip__note">{note}</div>}
      {isNoting && <div className="quiet">Click the axis or press a to add an annotation</div>}
      {index >= data.unfinishedFrom && <div className="quiet">not over yet</div>}
    </div>
  )
}
