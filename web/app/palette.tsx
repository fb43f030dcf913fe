import { Modal, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { Overlay } from './frame-keys.tsx'
import { READER } from './help-items.tsx'
import { type Command, commandsFor, found } from './palette-commands.ts'
import { useNewQuestion } from './use-new-question.ts'
import './palette.css'

const DEBOUNCE_MS = 120

interface PaletteProps {
  onClose(): void
  /** Closes the palette and opens another dialog. */
  onOpen(overlay: Overlay): void
}

/**
 * The palette, which ⌘K or `/` opens. It opens pages, insights, dashboards, persons and cohorts by their
 * names, and runs commands. Arrow keys select an entry, and Enter opens it.
 */
export function Palette({ onClose, onOpen }: PaletteProps) {
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
  const { setColorScheme } = useMantineColorScheme()
  const ask = useNewQuestion()
  const acts = {
    navigate,
    open: onOpen,
    setScheme: setColorScheme,
    openReader: () => void window.open(READER, '_blank', 'noreferrer'),
    ask,
  }
  const commands: readonly Command[] = [
    ...commandsFor(project.id, text, acts),
    ...objects.map(({ to, ...shown }) => ({ ...shown, act: () => navigate(to) })),
  ]
  const open = (command: Command | undefined) => {
    if (command === undefined) return
    // The palette closes first, because a command may open another dialog.
    onClose()
    command.act()
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
        placeholder="Search pages, names and commands"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={steer}
      />
      <div id={listId} role="listbox" aria-label="Results" className="palette__list">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys of the list
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two things may have the same name
            key={index}
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
        {commands.length === 0 && <p className="palette__none quiet">No matches.</p>}
      </div>
    </Modal>
  )
}
