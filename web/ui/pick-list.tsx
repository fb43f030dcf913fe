import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import './pick-list.css'

export interface PickItem {
  /** Identifies the item in its list. */
  readonly key: string
  readonly label: string
  /** Further text that a search finds, such as the name that programs use. */
  readonly keywords?: string
  readonly icon?: ReactNode
  /** An element after the label, in a quiet colour. */
  readonly note?: ReactNode
  /** An element at the right end, such as a count. */
  readonly end?: ReactNode
  readonly isChecked?: boolean
}

export interface PickGroup {
  readonly label: string | null
  readonly items: readonly PickItem[]
}

interface PickListProps {
  /** The name of the list for screen readers. */
  readonly label: string
  readonly groups: readonly PickGroup[]
  /**
   * Called with the key of the picked item. `stays` is true if the list stays open. It stays open if Alt is
   * held, or if its items have checkboxes.
   */
  onPick(key: string, stays: boolean): void
  readonly placeholder?: string
  /**
   * The search text, if the parent finds the matching items. If absent, the list itself searches the labels
   * and keywords of its items.
   */
  readonly search?: string
  onSearch?(text: string): void
  /** Whether each item has a checkbox, so that several can be chosen. */
  readonly isMultiple?: boolean
  readonly head?: ReactNode
  readonly foot?: ReactNode
  /** What is shown if there are no items. */
  readonly empty?: ReactNode
}

const STEERING = ['ArrowDown', 'ArrowUp', 'Enter']

type Row = { readonly heading: string } | { readonly item: PickItem }

const ITEM_HEIGHT = 30
const HEADING_HEIGHT = 28

const containsAll = (label: string, words: readonly string[]) =>
  words.every((word) => label.toLowerCase().includes(word))

/** Returns the groups with only those items whose label and keywords contain all words of the text. */
export function searched(groups: readonly PickGroup[], text: string): readonly PickGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups.map(({ label, items }) => ({
    label,
    items: items.filter((one) => containsAll(`${one.label} ${one.keywords ?? ''}`, words)),
  }))
}

const rowsOf = (groups: readonly PickGroup[]): Row[] =>
  groups.flatMap(({ label, items }) =>
    items.length === 0
      ? []
      : [...(label === null ? [] : [{ heading: label }]), ...items.map((item) => ({ item }))],
  )

/**
 * A list with a search field. ↑ and ↓ in the field move through the items, and ↵ picks one. Only the items
 * in sight are rendered.
 */
export function PickList(props: PickListProps) {
  const { label, groups, onPick, placeholder = 'Search', search, onSearch, isMultiple = false } = props
  const [own, setOwn] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const rows = rowsOf(search === undefined ? searched(groups, own) : groups)
  const places = rows.flatMap((row, place) => ('item' in row ? [place] : []))
  const at = Math.min(active, Math.max(0, places.length - 1))
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (place) => ('item' in (rows[place] ?? { heading: '' }) ? ITEM_HEIGHT : HEADING_HEIGHT),
    overscan: 8,
  })
  const move = (to: number) => {
    const next = (to + places.length) % Math.max(1, places.length)
    setActive(next)
    const place = places[next]
    if (place !== undefined) virtual.scrollToIndex(next === 0 ? 0 : place)
  }
  const pick = (place: number | undefined, stays: boolean) => {
    const row = place === undefined ? undefined : rows[place]
    if (row !== undefined && 'item' in row) onPick(row.item.key, stays || isMultiple)
  }
  const steer = (event: KeyboardEvent) => {
    if (!STEERING.includes(event.key)) return
    event.preventDefault()
    if (event.key === 'Enter') pick(places[at], event.altKey)
    else move(event.key === 'ArrowDown' ? at + 1 : at - 1)
  }
  return (
    <div className="picks">
      {props.head}
      <div className="picks__find">
        <IconSearch size={16} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={places.length === 0 ? undefined : `${id}-${places[at]}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={search ?? own}
          onKeyDown={steer}
          onChange={({ target }) => {
            setActive(0)
            setOwn(target.value)
            onSearch?.(target.value)
          }}
        />
      </div>
      <div
        className="picks__scroll"
        ref={scroll}
        id={id}
        {...(places.length > 0 && {
          role: 'listbox',
          'aria-label': label,
          'aria-multiselectable': isMultiple || undefined,
        })}
      >
        {places.length === 0 && <p className="picks__empty">{props.empty ?? 'No matches.'}</p>}
        <div role="presentation" className="picks__rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <PickRow
              key={index}
              id={`${id}-${index}`}
              row={rows[index]}
              start={start}
              isActive={index === places[at]}
              isMultiple={isMultiple}
              onPoint={() => setActive(places.indexOf(index))}
              onPick={(stays) => pick(index, stays)}
            />
          ))}
        </div>
      </div>
      {props.foot !== undefined && <div className="picks__foot">{props.foot}</div>}
    </div>
  )
}

interface PickRowProps {
  readonly id: string
  readonly row: Row | undefined
  readonly start: number
  readonly isActive: boolean
  readonly isMultiple: boolean
  onPoint(): void
  onPick(stays: boolean): void
}

function PickRow({ id, row, start, isActive, isMultiple, onPoint, onPick }: PickRowProps) {
  if (row === undefined) return null
  const place = { transform: `translateY(${start}px)` }
  if ('heading' in row)
    return (
      <p className="picks__label" style={place} role="presentation">
        {row.heading}
      </p>
    )
  const { label, icon, note, end, isChecked = false } = row.item
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys and says which option is active
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isMultiple ? isChecked : isActive}
      className={isActive ? 'opt opt--on' : 'opt'}
      style={place}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={({ altKey }) => onPick(altKey)}
    >
      {isMultiple && <span className={isChecked ? 'box box--on' : 'box'} aria-hidden />}
      {icon}
      <span className="cut grow" title={label}>
        {label}
        {note !== undefined && <span className="quiet"> {note}</span>}
      </span>
      {end}
    </div>
  )
}
