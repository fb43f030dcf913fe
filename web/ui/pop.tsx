import { Popover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useHeldLetters } from './use-held-letters.ts'

interface PopProps {
  readonly isOpen: boolean
  onClose(): void
  /** The element that it belongs to. */
  readonly target: ReactElement
  readonly children: ReactNode
}

/** What floats beside a control. Esc and a click beside it close it, and the focus goes back to the control. */
export const Pop = ({ isOpen, onClose, target, children }: PopProps) => {
  useHeldLetters(isOpen)
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => {
        if (!opened) onClose()
      }}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="none"
      // The target may be a chip with buttons of their own roles.
      withRoles={false}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p={0} data-pop>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
