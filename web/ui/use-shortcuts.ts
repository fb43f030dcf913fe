import { useEffect } from 'react'
import { areSingleKeysOn, isTyping } from './keys.ts'

/**
 * When a key is pressed, clicks the visible control with this key in its `aria-keyshortcuts`. Keys are
 * ignored while the user types.
 */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!/^[a-z0-9]$/.test(event.key) || isTyping(event.target) || !areSingleKeysOn()) return
      const found = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${event.key}"]`)
      const control = [...found].find((one) => one.offsetParent !== null)
      if (control === undefined) return
      event.preventDefault()
      control.focus()
      control.click()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
