import { Modal } from '@mantine/core'
import { useState } from 'react'
import { areSingleKeysOn, setSingleKeys } from '#web/ui/keys.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

const KEYS: readonly (readonly [key: string, act: string])[] = [
  ['/', 'Search'],
  ['⌘K', 'Search, also while typing'],
  ['n', 'New insight'],
  ['d', 'Dates'],
  ['b', 'Breakdown'],
  ['f', 'Filter'],
  ['c', 'Compare'],
  ['r', 'Refresh'],
  ['s', 'Save'],
  ['e', 'Source'],
  ['[', 'Collapse or expand the sidebar'],
  ['1 to 7', 'Kind of insight'],
  ['j k', 'Next and previous point, in the people panel'],
  ['Esc', 'Close the topmost panel or menu'],
  ['?', 'Show this list'],
]

/**
 * The dialog that `?` opens: all keyboard shortcuts, and the switch that turns single-letter shortcuts off.
 */
export function KeyHelp({ onClose }: { onClose(): void }) {
  useFocusReturn()
  const [areOn, setOn] = useState(areSingleKeysOn)
  return (
    <Modal opened title="Keyboard shortcuts" onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className="key-help">
        {KEYS.map(([key, act]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd className="kbd">{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <label className="pair">
        <span className="soft">Single-letter shortcuts</span>
        <input
          type="checkbox"
          checked={areOn}
          onChange={(event) => {
            setSingleKeys(event.target.checked)
            setOn(event.target.checked)
          }}
        />
      </label>
    </Modal>
  )
}
