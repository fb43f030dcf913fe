import { type CSSProperties, useMemo, useRef } from 'react'
import { chunk } from '#web/ui/chunk.tsx'
import { areBars, type ChartData, type ChartForm, type ChartNote, drawnOf, heightsOf } from './chart-data.ts'
import { chartOption, SERIES_WITH_LABELS } from './chart-option.ts'
import { NOTE_ROW_PX, notedAt, notesHeightPx, type PlacedNote, placeNotes } from './place-notes.ts'
import { type Plot, xAt, yAt } from './plot.ts'
import { PointTip } from './point-tip.tsx'
import { linesOf, scaleOf } from './scale.ts'
import { tipRows } from './tip-rows.ts'
import { usePointHands } from './use-point-hands.ts'
import { type Size, useSize } from './use-size.ts'
import type { ValueFormat } from './value-format.ts'
import './chart.css'

const Chart = chunk(async () => (await import('./chart.tsx')).Chart)

interface TimeChartProps {
  readonly data: ChartData
  readonly form: ChartForm
  readonly format: ValueFormat
  readonly hidden: ReadonlySet<string>
  readonly notes?: readonly ChartNote[]
  /** Opens the editor of a new annotation at a point; null if the user may not write annotations. */
  readonly onNote?: ((index: number) => void) | null
  /** Opens the people behind a value; null if nothing can be opened. */
  readonly onOpen: ((key: string, index: number) => void) | null
  readonly onRange?: ((from: number, to: number) => void) | null
}

/**
 * A chart of lines, areas or bars over time. It has a crosshair and can be controlled by keyboard. It fills
 * its parent, so that its height is known before the data arrive.
 */
export function TimeChart(props: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  return (
    <div ref={place} className="chart__plot">
      {size !== null && size.width > 0 && <Plotted {...props} size={size} />}
    </div>
  )
}

const NO_NOTES: readonly ChartNote[] = []
const CHARACTER_PX = 6.4

function Plotted({
  data,
  form,
  format,
  hidden,
  notes = NO_NOTES,
  onOpen,
  onRange = null,
  onNote = null,
  size,
}: TimeChartProps & { readonly size: Size }) {
  const drawn = useMemo(() => drawnOf(data, form, hidden), [data, form, hidden])
  const scale = useMemo(() => scaleOf(heightsOf(drawn)), [drawn])
  const { plot, placed } = useMemo((): { plot: Plot; placed: readonly PlacedNote[] } => {
    const lines = linesOf(scale)
    const longest = Math.max(...lines.map((line, i) => format.axis(line, i === lines.length - 1).length))
    const isNamed = drawn.length >= SERIES_WITH_LABELS && !areBars(form) && size.width > 480
    const bare: Plot = {
      ...size,
      left: Math.max(28, Math.ceil(longest * CHARACTER_PX) + 8),
      right: isNamed ? 104 : 4,
      top: 14,
      bottom: 24,
      points: data.points.length,
      isBand: areBars(form),
    }
    const placed = placeNotes(notes, bare)
    return { plot: { ...bare, top: Math.max(bare.top, notesHeightPx(placed) + 6) }, placed }
  }, [scale, drawn.length, data.points.length, form, format, size, notes])
  const option = useMemo(
    () => chartOption({ data, form, drawn, plot, scale, format, notes }),
    [data, form, drawn, plot, scale, format, notes],
  )
  const { place, dragFrom, isAtAxis, handlers } = usePointHands({
    ...{ plot, scale, drawn, onRange, onNote },
    onOpen: (key, index) => onOpen?.(key, index),
  })
  const x = place === null ? 0 : xAt(plot, place.index)
  return (
    <>
      <Chart option={option} />
      {placed.map((note) => (
        <NoteWords key={note.index} note={note} plot={plot} />
      ))}
      <div
        className={onOpen === null && onNote === null ? 'chart__hands' : 'chart__hands chart__hands--open'}
        role="slider"
        tabIndex={0}
        aria-label="Points of the chart"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, data.points.length - 1)}
        aria-valuenow={place?.index ?? data.points.length - 1}
        aria-valuetext={spoken({ data, drawn, notes, format }, place?.index ?? data.points.length - 1)}
        {...handlers}
      />
      {dragFrom !== null && place !== null && onRange !== null && (
        <div
          className="chart__range"
          style={{
            left: Math.min(dragFrom, x),
            width: Math.abs(x - dragFrom),
            top: plot.top,
            bottom: plot.bottom,
          }}
        />
      )}
      {place !== null && (
        <>
          <div className="chart__cross" style={crossOf(plot, x)} />
          {!areBars(form) &&
            drawn.map(({ series: { key, color }, tops }) => {
              const top = tops[place.index]
              if (top === undefined) return null
              return (
                <span
                  key={key}
                  className={key === place.key ? 'chart__dot chart__dot--near' : 'chart__dot'}
                  style={{ left: x, top: yAt(plot, scale, top), '--c': color }}
                />
              )
            })}
          <PointTip
            {...{ data, notes, drawn, plot, scale, format }}
            isNoting={onNote !== null && isAtAxis}
            index={place.index}
            nearestKey={place.key}
          />
        </>
      )}
    </>
  )
}

/** Returns the style of the crosshair: a line at a point, or the whole band of a bar. */
function crossOf({ isBand, points, width, left, right, top, bottom }: Plot, x: number): CSSProperties {
  if (!isBand) return { left: x, top, bottom }
  const band = (width - left - right) / points
  return { left: x - band / 2, width: band, top, bottom, opacity: 0.14 }
}

interface Spoken extends Pick<TimeChartProps, 'data' | 'format'> {
  readonly drawn: Parameters<typeof tipRows>[0]
  readonly notes: readonly ChartNote[]
}

/**
 * Returns a point in words, for screen readers: "Thu 19 Nov: Desktop 24.6 %, before 20.1 %, Mobile 11.8 %.
 * Release 2.4".
 */
function spoken({ data, drawn, notes, format }: Spoken, index: number): string {
  const rows = tipRows(drawn, index, null, format).map(
    ({ name, value, before }) => `${name} ${value}${before === null ? '' : `, before ${before}`}`,
  )
  const note = notedAt(notes, index)
  return `${data.points[index]?.title ?? ''}: ${rows.join(', ')}${note === null ? '' : `. ${note}`}`
}

/** The text of an annotation, above the plot and next to the line of the annotation. */
function NoteWords({ note, plot }: { readonly note: PlacedNote; readonly plot: Plot }) {
  const { words, x, row, isLeft, widthPx } = note
  const across = isLeft ? { right: plot.width - x } : { left: x }
  return (
    <span
      className={isLeft ? 'chart__note chart__note--left cut' : 'chart__note cut'}
      style={{ ...across, top: row * NOTE_ROW_PX, maxWidth: widthPx }}
    >
      {words}
    </span>
  )
}
