import type { ChartSeries } from './chart-data.ts'

interface LegendProps {
  readonly series: readonly ChartSeries[]
  readonly hidden: ReadonlySet<string>
  /** Sets which series are hidden; null if none can be hidden. */
  readonly setHidden: ((hidden: ReadonlySet<string>) => void) | null
  /** The name of the earlier period, such as "the previous 30 days"; null if the chart does not draw it. */
  readonly before: string | null
  /** Returns the value of the whole range, which is shown next to the name of a series. */
  wholeOf?(key: string): string | null
}

/**
 * The names of the series, as buttons. A click hides or shows a series. A double click shows this series
 * alone, and another double click shows all again. The names of hidden series are struck through.
 */
export function Legend({ series, hidden, setHidden, before, wholeOf }: LegendProps) {
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    setHidden?.(next)
  }
  const showAlone = (key: string) => {
    const others = series.filter((one) => one.key !== key).map((one) => one.key)
    const isAlone = !hidden.has(key) && others.every((other) => hidden.has(other))
    setHidden?.(new Set(isAlone ? [] : others))
  }
  return (
    <fieldset className="legend" aria-label="Series">
      {series.map(({ key, name, color }) => {
        const isHidden = hidden.has(key)
        const value = wholeOf?.(key) ?? null
        return (
          <button
            key={key}
            type="button"
            className={isHidden ? 'legend__item legend__item--off' : 'legend__item'}
            aria-pressed={!isHidden}
            disabled={setHidden === null}
            title={setHidden === null ? name : 'Click to hide, double-click to show only this one'}
            onClick={() => toggle(key)}
            onDoubleClick={() => showAlone(key)}
          >
            <span className="sw" style={{ '--c': color }} />
            <span className="legend__name">{name}</span>
            {value !== null && <b className="num">{value}</b>}
          </button>
        )
      })}
      {before !== null && (
        <span className="line quiet">
          <span className="dash" />
          {before}
        </span>
      )}
    </fieldset>
  )
}
