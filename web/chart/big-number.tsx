import './big-number.css'

interface BigNumberProps {
  /** What the number is, for screen readers. */
  readonly name: string
  readonly text: string
  /** The exact number, shown on hover because `text` may be shortened. */
  readonly exact: string
  /**
   * The change, and what the number is compared with, such as "+9.2 %" and "the previous period". Null
   * without a comparison.
   */
  readonly change: { readonly text: string; readonly against: string } | null
  /** The values over time that the small line draws; null for no line. */
  readonly spark: { readonly values: readonly number[]; readonly unfinishedFrom: number } | null
  onOpen: (() => void) | null
}

/**
 * One number, its change, and a small grey line of its values over time. A rise is not coloured, because a
 * rise may be good or bad.
 */
export function BigNumber({ name, text, exact, change, spark, onOpen }: BigNumberProps) {
  return (
    <div className="bignum">
      <div className="bignum__row">
        {onOpen === null ? (
          <span className="bignum__n" title={exact}>
            {text}
          </span>
        ) : (
          <button
            type="button"
            className="bignum__n"
            title={exact}
            aria-label={`${name}: ${exact}`}
            onClick={onOpen}
          >
            {text}
          </button>
        )}
        <Sparkline {...(spark ?? { values: [], unfinishedFrom: 0 })} />
      </div>
      {change !== null && (
        <p className="bignum__d">
          <span className="num">{change.text}</span> compared with {change.against}
        </p>
      )}
    </div>
  )
}

const [WIDTH, HEIGHT, EDGE] = [120, 36, 2]

/**
 * A small grey line without axes. If the last intervals have not ended, its end is dashed. It takes up its
 * space even before the values arrive.
 */
function Sparkline({ values, unfinishedFrom }: NonNullable<BigNumberProps['spark']>) {
  const highest = Math.max(...values, 0) || 1
  const lowest = Math.min(...values, 0)
  const at = (value: number, i: number) => {
    const x = EDGE + (i * (WIDTH - 2 * EDGE)) / Math.max(1, values.length - 1)
    const y = HEIGHT - EDGE - ((value - lowest) / (highest - lowest)) * (HEIGHT - 2 * EDGE)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const points = values.map(at)
  const until = Math.max(1, unfinishedFrom)
  const path = (part: readonly string[]) => (part.length < 2 ? '' : `M${part.join('L')}`)
  return (
    <svg className="plot spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <path
        className="l"
        style={{ strokeWidth: 1.5 }}
        stroke="var(--edge-strong)"
        d={path(points.slice(0, until))}
      />
      <path className="l l--part" stroke="var(--edge-strong)" d={path(points.slice(until - 1))} />
    </svg>
  )
}
