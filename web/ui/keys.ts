import { useEffect } from 'react'
import { isOpening } from './use-held-letters.ts'

/**
 * Whether the user types a letter for something else than a shortcut: into a field, a floating element, a
 * menu, or a picker that is just opening.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  isOpening() ||
  (target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.matches('[aria-haspopup][aria-expanded="true"]') ||
      target.closest('[data-pop], [role="dialog"], [role="menu"]') !== null))

const OFF = 'throughline.single-keys-off'
/**
 * Whether shortcuts of a single letter are on in this browser. They can be turned off, because spoken words
 * trigger them for people who control the page by speech.
 */
export const areSingleKeysOn = (): boolean => localStorage.getItem(OFF) === null
export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, '1')
}

/**
 * Calls `act` when a single key such as `n` or `/` is pressed. Keys are ignored while the user types, or
 * holds Ctrl, Alt or Meta.
 */
export function useKey(key: string, act: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || event.defaultPrevented || !areSingleKeysOn()) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [key, act])
}
