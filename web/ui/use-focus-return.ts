import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that had it before a dialog opened. Use it for dialogs that are mounted
 * only while they are open, because Mantine's own return of the focus needs a dialog that stays mounted.
 */
export function useFocusReturn(): void {
  // The focused element is read here, before the dialog takes the focus.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
