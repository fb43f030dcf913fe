import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { QUESTION_LIMITS } from '#contract/limits.ts'
import type { SeriesNode } from '#web/api/query-node.ts'
import { EventPicker } from './event-picker.tsx'
import { letterOf } from './node.ts'
import { ProblemText } from './problem.tsx'
import { SeriesRow } from './series-row.tsx'
import './question.css'

interface SeriesListProps {
  readonly series: readonly SeriesNode[]
  /**
   * Called with the changed series. `from` has the previous index of the series at each new index, or null
   * for a new series. Formulas need it, because they refer to series by letters.
   */
  onChange(series: readonly SeriesNode[], from: readonly (number | null)[]): void
  /**
   * The maths that the kind of the question allows. The first one is the default. If absent, rows have no
   * control for their math.
   */
  readonly maths?: readonly string[]
  readonly heading?: string
  /**
   * The `data-part` of the list; `series` if absent. The rows of `series` have `series-0`, `series-1` and
   * so on.
   */
  readonly part?: string
  /** Returns the path of a row in the `attr` of an error; `series__0` and so on if absent. */
  placeOf?(index: number): string
  /** The word for one row, which the labels of its controls contain. */
  readonly noun?: string
  /** Returns what is shown at the beginning of a row, such as the number of a step; a letter if absent. */
  markOf?(index: number): string
  readonly least?: number
  readonly most?: number
  /**
   * Returns whether a row is shown or hidden, or `fixed` if that cannot be changed. If absent, no row can
   * be hidden.
   */
  readonly eyeOf?: (index: number) => 'shown' | 'hidden' | 'fixed'
  onHide?(index: number): void
  /** Returns further controls of a row, which are shown below its math. */
  partsOf?(series: SeriesNode, index: number): ReactNode
  /** Rows that are shown below the series, such as formulas. */
  readonly after?: ReactNode
  /** Elements next to the button that adds a row. */
  readonly afterAdd?: ReactNode
}

/**
 * The list of a question's series or steps. Rows can be added, changed, deleted, and moved by dragging or
 * by Alt with ↑ or ↓.
 */
export function SeriesList(props: SeriesListProps) {
  const { series, maths = [], heading = 'Series', noun = 'series', part = 'series' } = props
  const { least = 1, most = QUESTION_LIMITS.series, placeOf = (index: number) => `series__${index}` } = props
  const [isAdding, setAdding] = useState(false)
  const places: readonly (number | null)[] = series.map((_, index) => index)
  const at = (places: readonly (number | null)[]) => places.map((place) => series[place ?? 0] as SeriesNode)
  const rearrange = (from: readonly (number | null)[]) => props.onChange(at(from), from)
  const move = (index: number, to: number) => rearrange(places.toSpliced(index, 1).toSpliced(to, 0, index))
  return (
    <div className="block" data-part={part}>
      <div className="block__head">
        <h2>{heading}</h2>
      </div>
      <div className="series">
        {series.map((one, index) => (
          <SeriesRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a series is known by its letter
            key={index}
            series={one}
            index={index}
            count={series.length}
            least={least}
            noun={noun}
            part={`${part}-${index}`}
            place={placeOf(index)}
            mark={props.markOf?.(index) ?? letterOf(index)}
            maths={maths}
            eye={props.eyeOf?.(index) ?? null}
            onHide={() => props.onHide?.(index)}
            onChange={(changed) => props.onChange(series.with(index, changed), places)}
            onDuplicate={() =>
              props.onChange(series.toSpliced(index + 1, 0, one), places.toSpliced(index + 1, 0, null))
            }
            onDelete={() => rearrange(places.toSpliced(index, 1))}
            onMove={(to) => move(index, to)}
            onDropHere={(from) => move(from, index)}
          >
            {props.partsOf?.(one, index)}
          </SeriesRow>
        ))}
        {props.after}
      </div>
      <ProblemText place="series" isExact />
      <span className="line">
        {series.length < most && (
          <EventPicker
            isOpen={isAdding}
            onClose={() => setAdding(false)}
            onPick={(picked) => props.onChange([...series, picked], [...places, null])}
            target={
              <button
                type="button"
                className="add"
                aria-label={`Add a ${noun}`}
                aria-haspopup="dialog"
                onClick={() => setAdding(!isAdding)}
              >
                <IconPlus size={14} aria-hidden /> {noun.slice(0, 1).toUpperCase() + noun.slice(1)}
              </button>
            }
          />
        )}
        {props.afterAdd}
      </span>
    </div>
  )
}
