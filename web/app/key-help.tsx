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
  ['r', 'Ask again'],
  ['s', 'Save'],
  ['e', 'Source'],
  ['[', 'Narrow or widen the sidebar'],
  ['1 to 7', 'Kind of the insight'],
  ['j k', 'Next and previous point, in the panel'],
  ['Esc', 'Close what is topmost'],
  ['?', 'This list'],
]

/** `?`: every key, and the switch for single letters. */
export function KeyHelp({ onClose }: { onClose(): void }) {
  useFocusReturn()
  const [areOn, setOn] = useState(areSingleKeysOn)
  return (
    <Modal opened title="Keys" onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }}>
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
        <span className="soft">Single letters act</span>
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
