import { Popover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useHeldLetters } from './use-held-letters.ts'

interface PopProps {
  readonly isOpen: boolean
  onClose(): void
  /** The element next to which the popover opens. */
  readonly target: ReactElement
  readonly children: ReactNode
}

/** A popover next to a control. Esc or a click outside closes it, and the focus returns to the control. */
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
      // The target may be a chip with several buttons, which have roles of their own.
      withRoles={false}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p={0} data-pop>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
