import { useEffect, useState } from 'react'

/**
 * For a dialog that is mounted only while it is open: when it closes, the focus returns to the element that
 * had it before. Mantine's own focus return needs a dialog that stays mounted.
 */
export function useFocusReturn(): void {
  // The focused element is read before the dialog moves the focus into itself.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
