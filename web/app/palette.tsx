import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { type Command, found, goTo } from './palette-commands.ts'
import './palette.css'

const DEBOUNCE_MS = 120

/** ⌘K or `/`: goes to any place, insight, dashboard, person or cohort by its name. Arrows choose, Enter opens. */
export function Palette({ onClose }: { onClose(): void }) {
  useFocusReturn()
  const project = useProject()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const { data: objects = [] } = useQuery({
    queryKey: ['palette', project.id, search],
    queryFn: () => found(project.id, search),
    enabled: search !== '',
  })
  const commands: readonly Command[] = [...goTo(project.id, text.trim()), ...objects]
  const open = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    navigate(command.to)
  }
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((at) => (at + step + commands.length) % Math.max(1, commands.length))
    }
    if (event.key === 'Enter') open(commands[chosen])
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} padding={0} aria-label="Search">
      <input
        data-autofocus
        className="palette__field"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={`${listId}-${chosen}`}
        aria-label="Search"
        placeholder="Go to a place, insight, dashboard, person or cohort"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={steer}
      />
      <div id={listId} role="listbox" aria-label="Results" className="palette__list">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above steers the list by keys
          <div
            key={command.to}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette__item"
            onClick={() => open(command)}
            onPointerMove={() => setChosen(index)}
          >
            <span className="cut grow">{command.label}</span>
            <span className="quiet">{command.noun}</span>
          </div>
        ))}
        {commands.length === 0 && <p className="palette__none quiet">Nothing has this in its name.</p>}
      </div>
    </Modal>
  )
}
