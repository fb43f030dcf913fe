import { Menu } from '@mantine/core'
import { IconDots, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { SeriesNode } from '#web/api/query-node.ts'
import { Button } from '#web/ui/button.tsx'
import { EventPicker } from './event-picker.tsx'
import { FilterChips } from './filter-chips.tsx'
import { withMath } from './math.ts'
import { MathPill } from './math-pill.tsx'
import { letterOf } from './node.ts'
import { ProblemText, useProblem } from './problem.tsx'
import { RenameField } from './rename-field.tsx'
import { seriesName } from './series-name.ts'
import { useVocabulary } from './vocabulary.ts'

export interface SeriesRowProps {
  readonly series: SeriesNode
  readonly index: number
  /** The number of rows in the list. Rows can be deleted only while there are more than `least`. */
  readonly count: number
  readonly least: number
  /**
   * What is shown at the beginning of the row, such as the number of a step; the letter of the series if
   * absent.
   */
  readonly mark?: string
  /** The word for the row: `series` or `step`. */
  readonly noun: string
  /** The `data-part` of the row. Sentences refer to the row by it. */
  readonly part: string
  /** The path of the row in the `attr` of an error. */
  readonly place: string
  /** The maths to choose from; empty if the math cannot be chosen. */
  readonly maths: readonly string[]
  /**
   * Whether the row is shown or hidden. `fixed` if a formula hides it. Null if rows of this list cannot be
   * hidden.
   */
  readonly eye: 'shown' | 'hidden' | 'fixed' | null
  /** Further controls, which are shown below the others, such as those of a step. */
  readonly children?: ReactNode
  onChange(series: SeriesNode): void
  onHide(): void
  onDuplicate(): void
  onDelete(): void
  /** Moves this row to the index `to`. */
  onMove(to: number): void
  /** Called when another row is dropped here. `from` is the index of that row. */
  onDropHere(from: number): void
}

const DRAGGED = 'application/x-throughline-series'

/**
 * The row of one series. It has its letter, event, eye and menu, and below them its math, its filters and
 * the controls of its kind.
 */
export function SeriesRow(props: SeriesRowProps) {
  const { series, index, count, noun, part, place, mark = letterOf(index), maths, onChange, onMove } = props
  const { actions } = useVocabulary()
  const [isPicking, setPicking] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const isWrong = useProblem(place) !== null
  const name = seriesName(series, actions)
  const moveByKey = (event: KeyboardEvent) => {
    const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : null
    if (to === null || !event.altKey) return
    event.preventDefault()
    if (to >= 0 && to < count) onMove(to)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the letter is the handle, and has the keys
    <div
      className={isWrong ? 'series__row series__row--wrong' : 'series__row'}
      data-part={part}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={(event) => props.onDropHere(Number(event.dataTransfer.getData(DRAGGED)))}
    >
      <button
        type="button"
        className="letter"
        draggable
        title="Drag to move, or Alt ↑ ↓"
        aria-label={`${noun} ${mark}: move with Alt and the arrows`}
        onKeyDown={moveByKey}
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(index))}
      >
        {mark}
      </button>
      {isRenaming ? (
        <RenameField
          label={`Name of ${noun} ${mark}`}
          value={series.custom_name ?? ''}
          placeholder={name}
          onDone={(typed) => {
            setRenaming(false)
            if (typed === null) return
            const { custom_name: _, ...rest } = series
            onChange(typed === '' ? rest : { ...rest, custom_name: typed })
          }}
        />
      ) : (
        <EventPicker
          isOpen={isPicking}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            const { event: _, id: _1, name: _2, ...rest } = series
            onChange({ ...rest, ...picked })
          }}
          target={
            <button
              type="button"
              className="series__event"
              aria-label={`Event of ${noun} ${mark}: ${name}`}
              aria-haspopup="dialog"
              onClick={() => setPicking(!isPicking)}
            >
              <span className="strong cut">{name}</span>
            </button>
          }
        />
      )}
      <RowActions {...props} mark={mark} name={name} onRename={() => setRenaming(true)} />
      <div className="under">
        {maths.length > 0 && (
          <MathPill
            label={`Math of ${noun} ${mark}`}
            choice={series}
            maths={maths}
            onChange={(choice) => onChange(withMath(series, choice))}
          />
        )}
        {props.children}
        <FilterChips
          filters={series.properties}
          place={`${place}__properties`}
          addLabel={`Add a filter to ${noun} ${mark}`}
          onChange={(properties) => {
            const { properties: _, ...rest } = series
            onChange(properties === undefined ? rest : { ...rest, properties })
          }}
        />
      </div>
      <ProblemText place={place} />
    </div>
  )
}

interface RowActionsProps extends SeriesRowProps {
  readonly name: string
  onRename(): void
}

function RowActions(props: RowActionsProps) {
  const { index, count, least, noun, mark, eye, name, onHide, onMove, onRename, onDuplicate, onDelete } =
    props
  const Eye = eye === 'shown' ? IconEye : IconEyeOff
  const eyeLabel =
    eye === 'fixed' ? 'Hidden: a formula is shown' : `${eye === 'shown' ? 'Hide' : 'Show'} ${noun} ${mark}`
  return (
    <span className="acts">
      {eye !== null && (
        <Button
          look="plain"
          isSmall
          aria-label={eyeLabel}
          title={eyeLabel}
          disabled={eye === 'fixed'}
          icon={<Eye size={16} />}
          onClick={onHide}
        />
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            look="plain"
            isSmall
            aria-label={`More for ${noun} ${mark}, ${name}`}
            icon={<IconDots size={16} />}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onRename}>Rename</Menu.Item>
          <Menu.Item onClick={onDuplicate}>Duplicate</Menu.Item>
          {index > 0 && <Menu.Item onClick={() => onMove(index - 1)}>Move up</Menu.Item>}
          {index < count - 1 && <Menu.Item onClick={() => onMove(index + 1)}>Move down</Menu.Item>}
          {count > least && <Menu.Item onClick={onDelete}>Delete</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
