import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { propertyValues } from '#web/question/property-values.ts'
import { eventDefinitions } from '#web/question/vocabulary.ts'
import { exactNumber } from '#web/ui/format.ts'
import { type PickGroup, type PickItem, PickList, searched } from '#web/ui/pick-list.tsx'
import { Pop } from '#web/ui/pop.tsx'
import { itemOfAddress, type PickedItem, pagesByPath } from './path-ends.ts'

interface EndPickerProps {
  /** Which of the two ends is picked: `start` or `end`. */
  readonly noun: string
  readonly value: string | undefined
  /** The types of items that paths may have; empty if they may have all types. */
  readonly types: readonly string[]
  /** Called with the picked item; null if paths may start or end anywhere. */
  onPick(picked: PickedItem | null): void
}

/**
 * Control for where paths start or end: at a page, by its path or its full address, at a screen, or at an
 * event. The list shows how often each of them occurred.
 */
export function EndPicker({ noun, value, types, onPick }: EndPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(!isOpen)
  const isChosen = value !== undefined && value !== ''
  return (
    <div className="pair" data-part={noun}>
      <span className="soft">{noun === 'start' ? 'Start at' : 'End at'}</span>
      <Pop
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        target={
          isChosen ? (
            <span className="chip">
              <button
                type="button"
                className="part"
                aria-haspopup="dialog"
                aria-label={`Change ${noun} ${value}`}
                title={value}
                onClick={open}
              >
                <span className="cut">{value}</span>
              </button>
              <button
                type="button"
                className="x"
                aria-label={`Remove ${noun} ${value}`}
                onClick={() => onPick(null)}
              >
                <IconX size={12} aria-hidden />
              </button>
            </span>
          ) : (
            <button type="button" className="add" aria-haspopup="dialog" onClick={open}>
              <IconPlus size={14} aria-hidden /> {noun === 'start' ? 'Any start' : 'Any end'}
            </button>
          )
        }
      >
        <ItemList
          label={noun === 'start' ? 'Start at' : 'End at'}
          types={types}
          onPick={(picked) => {
            setOpen(false)
            onPick(picked)
          }}
        />
      </Pop>
    </div>
  )
}

interface ItemListProps {
  readonly label: string
  readonly types: readonly string[]
  onPick(picked: PickedItem): void
}

/** Returns the key of an item in the list: how it is matched, and its text, such as `path /pricing`. */
const keyOf = (picked: PickedItem): string =>
  picked.by === 'path' ? `path ${picked.path}` : `item ${picked.item}`
const pickedOf = (key: string): PickedItem =>
  key.startsWith('path ') ? { by: 'path', path: key.slice(5) } : { by: 'item', item: key.slice(5) }

function ItemList({ label, types, onPick }: ItemListProps) {
  const [search, setSearch] = useState('')
  const groups = useItems(types, search)
  const isKnown = groups.some(({ items }) => items.some((one) => one.label === search))
  return (
    <PickList
      label={label}
      placeholder="Search, or type a path such as /pricing"
      search={search}
      onSearch={setSearch}
      groups={[...groups, { label: null, items: search === '' || isKnown ? [] : [typedItem(search)] }]}
      empty="Nothing was seen in the last 30 days."
      onPick={(key) => onPick(pickedOf(key))}
    />
  )
}

const typedItem = (search: string): PickItem => ({
  key: keyOf(
    search.startsWith('/') ? { by: 'path', path: itemOfAddress(search) } : { by: 'item', item: search },
  ),
  label: `“${search}”`,
  note: search.startsWith('/') ? 'a path, as typed' : 'as typed',
})

const counted = (picked: PickedItem, text: string, count: number): PickItem => ({
  key: keyOf(picked),
  label: text,
  end: <span className="count">{exactNumber(count)}</span>,
})

/** Returns the items that occurred in the last 30 days, most frequent first. */
function useItems(types: readonly string[], search: string): readonly PickGroup[] {
  const { id } = useProject()
  const has = (type: string) => types.length === 0 || types.includes(type)
  const addresses = useQuery({
    ...propertyValues(id, { key: '$current_url' }, search, '$pageview'),
    enabled: has('$pageview'),
  }).data
  const screens = useQuery({
    ...propertyValues(id, { key: '$screen_name' }, search, '$screen'),
    enabled: has('$screen'),
  }).data
  const events = useQuery({ ...eventDefinitions(id), enabled: has('custom_event') }).data?.events ?? []
  const own = events.filter(({ name }) => !name.startsWith('$'))
  const item = (text: string): PickedItem => ({ by: 'item', item: text })
  return searched(
    [
      {
        label: 'Pages, by path',
        items: pagesByPath(addresses ?? []).map(({ name, count }) =>
          counted({ by: 'path', path: name }, name, count),
        ),
      },
      { label: 'Events', items: own.map(({ name, volume }) => counted(item(name), name, volume)) },
      { label: 'Screens', items: (screens ?? []).map(({ name, count }) => counted(item(name), name, count)) },
      {
        label: 'Pages, by full address',
        items: (addresses ?? []).map(({ name, count }) => counted(item(itemOfAddress(name)), name, count)),
      },
    ],
    search,
  )
}
