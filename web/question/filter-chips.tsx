import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Filters, FilterType, PropertyFilter } from '#web/api/query-node.ts'
import { Pop } from '#web/ui/pop.tsx'
import { FilterChip } from './filter-chip.tsx'
import { filterPlace, type OrGroups, readFilters, writeFilters } from './filters.ts'
import { filterOf } from './property-filter.ts'
import { PropertyPicker } from './property-picker.tsx'

export const FILTER_TYPES: readonly FilterType[] = ['event', 'person', 'group', 'session', 'cohort']

interface FilterChipsProps {
  readonly filters: Filters | undefined
  onChange(filters: Filters | undefined): void
  /**
   * The path of the filters in the `attr` of an error, such as `series__0__properties`. A chip is marked if
   * the server refuses its filter.
   */
  readonly place: string
  /** The types of properties that can be filtered by; all types if absent. */
  readonly types?: readonly FilterType[]
  /** The label of the button that adds a filter, such as "Add a filter for all series". */
  readonly addLabel: string
  /** The shortcut key of this button, such as `f`. */
  readonly shortcut?: string
  /** Whether the user can add groups of filters. At least one group must match. */
  readonly hasOr?: boolean
}

/** Filters as chips. Filters next to each other must all match. The word "or" separates groups. */
export function FilterChips(props: FilterChipsProps) {
  const { filters, onChange, place, types = FILTER_TYPES, addLabel, shortcut, hasOr = false } = props
  const groups = readFilters(filters)
  const [added, setAdded] = useState<string | null>(null)
  if (groups === null) return <p className="quiet">These filters are nested groups. Source shows them.</p>
  const change = (next: OrGroups) => onChange(writeFilters(next))
  const changeGroup = (group: number, to: readonly PropertyFilter[]) => change(groups.with(group, to))
  const add = (group: number, filter: PropertyFilter) => {
    const inGroup = groups[group] ?? []
    setAdded(`${group} ${inGroup.length}`)
    change(group < groups.length ? groups.with(group, [...inGroup, filter]) : [...groups, [filter]])
  }
  const shown = groups.length === 0 ? [[]] : groups
  return (
    <div className="filters">
      {shown.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its index
        <div className="filters__group" key={at}>
          {at > 0 && <span className="quiet">or</span>}
          {group.map((filter, index) => (
            <FilterChip
              // biome-ignore lint/suspicious/noArrayIndexKey: a filter is identified by its index
              key={`${index} ${group.length}`}
              filter={filter}
              types={types}
              place={`${place}__${filterPlace(groups, at, index)}`}
              opensAtValue={added === `${at} ${index}` && filter.type !== 'cohort'}
              onChange={(changed) => changeGroup(at, group.with(index, changed))}
              onRemove={() => {
                setAdded(null)
                changeGroup(at, group.toSpliced(index, 1))
              }}
            />
          ))}
          <AddFilter
            label={at === 0 ? addLabel : `${addLabel}, group ${at + 1}`}
            types={types}
            shortcut={at === 0 ? shortcut : undefined}
            onAdd={(filter) => add(at, filter)}
          />
        </div>
      ))}
      {hasOr && groups.length > 0 && (
        <AddFilter
          label={`${addLabel}, or`}
          text="or"
          types={types}
          onAdd={(filter) => add(groups.length, filter)}
        />
      )}
    </div>
  )
}

interface AddFilterProps {
  readonly label: string
  readonly text?: string
  readonly types: readonly FilterType[]
  readonly shortcut?: string | undefined
  onAdd(filter: PropertyFilter): void
}

function AddFilter({ label, text = 'Filter', types, shortcut, onAdd }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Pop
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <button
          type="button"
          className="add"
          aria-label={label}
          aria-keyshortcuts={shortcut}
          aria-haspopup="dialog"
          onClick={() => setOpen(!isOpen)}
        >
          <IconPlus size={14} aria-hidden />
          {text}
        </button>
      }
    >
      <PropertyPicker
        label="Property"
        types={types}
        onPick={(picked) => {
          setOpen(false)
          onAdd(filterOf(picked))
        }}
      />
    </Pop>
  )
}
