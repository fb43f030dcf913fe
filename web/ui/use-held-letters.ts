import { useLayoutEffect } from 'react'

const OPENED = '[data-pop], [role="dialog"]'
let opening = 0

/**
 * Whether an element is opening that does not have the focus yet. A letter is then meant for this element
 * and is not a shortcut.
 */
export const isOpening = (): boolean => opening > 0

/**
 * Keeps letters that are typed while an element with a text field opens. They are no shortcuts, and the
 * field gets them when it has the focus. Without this, "se" typed right after Enter on a control saved the
 * insight and opened its source.
 */
export function useHeldLetters(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    let [held, isHolding] = ['', true]
    opening += 1
    const stop = () => {
      if (!isHolding) return
      isHolding = false
      opening -= 1
      window.removeEventListener('keydown', hold, true)
      window.removeEventListener('focusin', hand)
    }
    const hold = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      held += event.key
    }
    const hand = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest(OPENED) === null) return
      stop()
      if (held !== '' && target instanceof HTMLInputElement) type(held, target)
    }
    window.addEventListener('keydown', hold, true)
    window.addEventListener('focusin', hand)
    return stop
  }, [isOpen])
}

/** Inserts letters into a field as if the user had typed them there. */
function type(letters: string, field: HTMLInputElement): void {
  field.setRangeText(letters, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
