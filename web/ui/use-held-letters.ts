import { useLayoutEffect } from 'react'

const OPENED = '[data-pop], [role="dialog"]'
let opening = 0

/**
 * Whether something is opening that does not have the focus yet. A letter is then meant for it, and is not
 * a command.
 */
export const isOpening = (): boolean => opening > 0

/**
 * For elements that open with a text field: letters that are typed before the field has the focus are not
 * commands, and the field gets them. Without this, "se" typed right after Enter on a control saved the
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

/** Enters letters into a field as if they were typed. */
function type(letters: string, field: HTMLInputElement): void {
  field.setRangeText(letters, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
