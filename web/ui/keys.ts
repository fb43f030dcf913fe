import { useEffect } from 'react'
import { isOpening } from './use-held-letters.ts'

/**
 * Whether a letter is for something else than commands: a field, what floats, a menu that opens, a picker
 * that opens.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  isOpening() ||
  (target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.matches('[aria-haspopup][aria-expanded="true"]') ||
      target.closest('[data-pop], [role="dialog"], [role="menu"]') !== null))

const OFF = 'throughline.single-keys-off'
/** Single letters can be switched off for a browser: some people steer by speech. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(OFF) === null
export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, '1')
}

/** Calls `act` for a single key, such as `n` or `/`, but not while somebody types or holds Ctrl, Alt or Meta. */
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
