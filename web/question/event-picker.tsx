import { IconActivity, IconPointer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import type { SeriesNode } from '#web/api/query-node.ts'
import { exactNumber } from '#web/ui/format.ts'
import { type PickGroup, type PickItem, PickList, searched } from '#web/ui/pick-list.tsx'
import { Pop } from '#web/ui/pop.tsx'
import { actions, eventDefinitions } from './vocabulary.ts'

/** The fields of a series that say which events it counts. */
export type PickedEvents = Pick<SeriesNode, 'kind' | 'event' | 'id' | 'name'>

interface EventPickerProps {
  readonly isOpen: boolean
  onClose(): void
  /** The control next to which the picker opens. */
  readonly target: ReactElement
  /**
   * Called with the picked events. `stays` is true if the picker stays open so that more can be picked
   * (⌥↵).
   */
  onPick(picked: PickedEvents, stays: boolean): void
  /** Whether only single events can be picked. "Any event" and actions are then left out. */
  readonly isEventOnly?: boolean
}

const ANY = 'any'

/**
 * Picker for an event, an action, or "Any event". Events are ordered by how often they occurred in the last
 * 30 days. In the results of a search, `$` events come last.
 */
export function EventPicker({ isOpen, onClose, target, onPick, isEventOnly = false }: EventPickerProps) {
  return (
    <Pop isOpen={isOpen} onClose={onClose} target={target}>
      <EventList
        isEventOnly={isEventOnly}
        onPick={(picked, stays) => {
          onPick(picked, stays)
          if (!stays) onClose()
        }}
      />
    </Pop>
  )
}

function EventList({ onPick, isEventOnly }: Required<Pick<EventPickerProps, 'onPick' | 'isEventOnly'>>) {
  const { id: projectId } = useProject()
  const { data } = useQuery(eventDefinitions(projectId))
  const { data: actionList = [] } = useQuery(actions(projectId))
  const [search, setSearch] = useState('')
  const events = data?.events ?? []
  const most = Math.max(1, ...events.map(({ volume }) => volume))
  const all: PickGroup[] = [
    { label: 'Most frequent in the last 30 days', items: events.map((one) => eventItem(one, most)) },
  ]
  if (!isEventOnly) {
    all.push({ label: 'Actions', items: actionList.map(actionItem) })
    all.push({ label: 'Also', items: [{ key: ANY, label: 'Any event', icon: EVENT_ICON }] })
  }
  const groups = search === '' ? all : searched(all, search).map(ownNamesFirst)
  const shown = groups[0]?.items.length ?? 0
  return (
    <PickList
      label="Events"
      placeholder="Search events and actions"
      groups={groups}
      search={search}
      onSearch={setSearch}
      onPick={(key, stays) => onPick(pickedOf(key), stays)}
      empty={data === undefined ? '' : 'No event has this name.'}
      foot={
        <>
          <span>
            {shown} of {data?.count ?? 0} events
          </span>
          <span className="grow" />
          <kbd className="kbd">↑</kbd>
          <kbd className="kbd">↓</kbd>
          <kbd className="kbd">↵</kbd>
        </>
      }
    />
  )
}

const EVENT_ICON = <IconActivity size={14} aria-hidden />

const eventItem = ({ name, volume }: { name: string; volume: number }, most: number): PickItem => ({
  key: `event ${name}`,
  label: name,
  icon: EVENT_ICON,
  end: (
    <>
      <span className="vol" aria-hidden>
        <span style={{ width: (volume / most) * 56 }} />
      </span>
      <span className="count">{exactNumber(volume)}</span>
    </>
  ),
})

const actionItem = ({ id, name, steps }: { id: number; name: string; steps: number }): PickItem => ({
  key: `action ${id} ${name}`,
  label: name,
  icon: <IconPointer size={14} aria-hidden />,
  note: `${steps} ${steps === 1 ? 'step' : 'steps'}`,
})

/** Puts the events of SDKs (`$…`) after the events that somebody has named. */
const ownNamesFirst = ({ label, items }: PickGroup): PickGroup => ({
  label,
  items: items.toSorted((a, b) => Number(a.label.startsWith('$')) - Number(b.label.startsWith('$'))),
})

function pickedOf(key: string): PickedEvents {
  if (key === ANY) return { kind: 'EventsNode', event: null }
  const [, id = '', name = ''] = /^action (\d+) (.*)$/s.exec(key) ?? []
  if (id !== '') return { kind: 'ActionsNode', id: Number(id), name }
  return { kind: 'EventsNode', event: key.slice('event '.length) }
}
