import { useEffect, useState } from 'react'

/**
 * For a dialog that exists only while it is open: when it goes, the focus returns to what had it before. Mantine's own return needs a
 * dialog that stays and is closed.
 */
export function useFocusReturn(): void {
  // Read before the dialog moves the focus into itself.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
