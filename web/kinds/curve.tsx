import { useRef } from 'react'
import { useSize } from '#web/chart/use-size.ts'
import { shortNumber } from '#web/ui/format.ts'
import '#web/chart/chart.css'
import './kinds.css'

export interface CurveLine {
  readonly name: string
  /** A CSS colour. */
  readonly color: string
  /** One value for each label; null for a label without a number. */
  readonly values: readonly (number | null)[]
  /**
   * The index of the first value whose interval has not ended. The line is dashed from the value before it
   * on; absent if all intervals have ended.
   */
  readonly partFrom?: number
}

interface CurveProps {
  /** The description of the chart for screen readers. */
  readonly label: string
  readonly lines: readonly CurveLine[]
  readonly places: readonly string[]
  /** The height in pixels. If it is absent, as in tiles, the chart is as high as its parent. */
  readonly height?: number
  /** The upper end of the axis, in percent. If it is absent, the axis ends above the largest value. */
  readonly max?: number
  /**
   * Whether the values are percentages, which is the default. Otherwise they are numbers of any size and
   * sign.
   */
  readonly isShares?: boolean
  onPick?(line: number, place: number): void
}

const LEFT = 42
const RIGHT = 4
const BELOW = 22
const ABOVE = 8
const LEAST_HEIGHT = 96
/** The width of a label on the time axis, in pixels. */
const LABEL_PX = 116

/** A line chart of percentages or of numbers, drawn in SVG. Its axis includes zero. */
export function Curve({ label, lines, places, height: given, max, isShares = true, onPick }: CurveProps) {
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  const width = size?.width || 640
  const height = given ?? Math.max(LEAST_HEIGHT, size?.height ?? 0)
  const numbers = lines.flatMap(({ values }) => values.map((value) => value ?? 0))
  const top = max ?? niceTop(Math.max(0, ...numbers), isShares ? 100 : Number.POSITIVE_INFINITY)
  const bottom = Math.min(0, ...numbers)
  const textOf = isShares ? axisText : shortNumber
  const last = Math.max(1, places.length - 1)
  const x = (index: number) => LEFT + ((width - LEFT - RIGHT) * index) / last
  const y = (value: number) => ABOVE + (height - ABOVE - BELOW) * (1 - (value - bottom) / (top - bottom))
  const every = Math.max(1, Math.ceil(places.length / Math.max(1, Math.floor((width - LEFT) / LABEL_PX))))
  return (
    <div ref={place} className={given === undefined ? 'curve curve--fill' : 'curve'}>
      <svg className="plot" width={width} height={height} role="img" aria-label={label}>
        {[bottom, (bottom + top) / 2, top].map((tick) => (
          <g key={tick}>
            <path
              className={tick === bottom ? 'base' : 'grid'}
              d={`M${LEFT} ${Math.round(y(tick)) + 0.5}H${width}`}
            />
            <text x={0} y={y(tick) + 4}>
              {textOf(tick)}
              {isShares && tick === top && '\u00a0%'}
            </text>
          </g>
        ))}
        {places.map(
          (text, index) =>
            index % every === 0 && (
              <text key={text} x={x(index)} y={height - 4} textAnchor={anchorAt(index, last)}>
                {text}
              </text>
            ),
        )}
        {lines.map((line, index) => (
          <LinePath
            key={line.name}
            line={line}
            x={x}
            y={y}
            textOf={(value) => (isShares ? `${axisText(value)} %` : textOf(value))}
            onPick={(at) => onPick?.(index, at)}
          />
        ))}
      </svg>
    </div>
  )
}

const anchorAt = (index: number, last: number) => (index === 0 ? 'start' : index === last ? 'end' : 'middle')
const axisText = (value: number): string => String(Math.round(value * 10) / 10)

/**
 * Returns a round number for the upper end of the axis. It is at least the largest value, and at most
 * `most`.
 */
function niceTop(value: number, most: number): number {
  if (value <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  return Math.min(most, [1, 2, 5, 10].map((step) => step * size).find((step) => step >= value) ?? value)
}

interface LinePathProps {
  readonly line: CurveLine
  x(index: number): number
  y(value: number): number
  textOf(value: number): string
  onPick(place: number): void
}

function LinePath({
  line: { name, color, values, partFrom = values.length },
  x,
  y,
  textOf,
  onPick,
}: LinePathProps) {
  const path = (from: number, to: number) =>
    values
      .slice(from, to)
      .flatMap((value, index) => (value === null ? [] : [`${x(from + index)} ${y(value)}`]))
      .join('L')
  const [whole, part] = [path(0, partFrom), path(Math.max(0, partFrom - 1), values.length)]
  return (
    <g>
      {whole !== '' && <path className="l" stroke={color} d={`M${whole}`} />}
      {partFrom < values.length && part !== '' && (
        <path className="l l--part" stroke={color} d={`M${part}`} />
      )}
      {values.map(
        (value, index) =>
          value !== null && (
            // Keyboard users have the same numbers as buttons in the table below the chart.
            // biome-ignore lint/a11y/noStaticElementInteractions: see above
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a value is identified by its index
              key={index}
              className="curve__hit"
              cx={x(index)}
              cy={y(value)}
              r={10}
              fill={color}
              onClick={() => onPick(index)}
            >
              <title>{`${name}: ${textOf(value)}`}</title>
            </circle>
          ),
      )}
    </g>
  )
}
