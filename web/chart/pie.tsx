import { percent } from '#web/ui/format.ts'
import { ringPaths } from './pie-arcs.ts'
import type { ValueFormat } from './value-format.ts'
import './pie.css'

export interface PieSlice {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly color: string
  readonly open: (() => void) | null
}

/**
 * The shares of a whole, as a ring, and as a list of buttons with the name, the value and the share of each
 * part.
 */
export function Pie({
  slices,
  format,
}: {
  readonly slices: readonly PieSlice[]
  readonly format: ValueFormat
}) {
  const whole = slices.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  const paths = ringPaths(
    slices.map(({ value }) => value),
    100,
    58,
  )
  return (
    <div className="pie">
      <svg viewBox="-102 -102 204 204" aria-hidden>
        {slices.map(({ key, color }, i) => {
          const path = paths[i]
          return path == null ? null : (
            <path key={key} d={path} fill={color} stroke="var(--surface)" strokeWidth="2" />
          )
        })}
      </svg>
      <ul>
        {slices.map(({ key, name, value, color, open }) => (
          <li key={key}>
            <button type="button" disabled={open === null} onClick={open ?? undefined}>
              <span className="sw" style={{ '--c': color }} />
              <span className="cut grow">{name}</span>
              <span className="num" title={format.exact(value)}>
                {format.short(value)}
              </span>
              <span className="num quiet pie__share">
                {whole === 0 ? '' : percent(Math.max(0, value) / whole)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
