import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'

const DARK = '(prefers-color-scheme: dark)'
/**
 * The media condition under which the dark values of tokens.css apply, for each scheme: if the system is
 * dark, always, or never.
 */
const HOLDS: Readonly<Record<MantineColorScheme, string>> = { auto: DARK, dark: 'all', light: 'not all' }
/** The schemes with their names, the default first. */
export const SCHEMES = [
  ['auto', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const satisfies readonly (readonly [MantineColorScheme, string])[]

const CHANGED = 'throughline:scheme'

let darkRules: readonly CSSMediaRule[] | null = null

/**
 * Returns the CSS media rules that have the dark values. They are found by their condition, which this
 * module changes, so they are looked up only once.
 */
function findDarkRules(): readonly CSSMediaRule[] {
  darkRules ??= [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === DARK) as CSSMediaRule[]
  return darkRules
}

/** Applies a scheme to the page. `auto` follows the system. */
export function applyScheme(scheme: MantineColorScheme): void {
  for (const rule of findDarkRules()) rule.media.mediaText = HOLDS[scheme]
  // This is for everything that the browser itself draws, such as fields and scroll bars.
  document.documentElement.style.colorScheme = scheme === 'auto' ? '' : scheme
  window.dispatchEvent(new Event(CHANGED))
}

/** Returns the scheme that was chosen in this browser. */
export const chosenScheme = (): MantineColorScheme => localStorageColorSchemeManager().get('auto')

/**
 * Calls `act` after each change of the scheme, whether the system or the user has changed it. Returns a
 * function that ends this.
 */
export function onSchemeChange(act: () => void): () => void {
  const system = matchMedia(DARK)
  system.addEventListener('change', act)
  window.addEventListener(CHANGED, act)
  return () => {
    system.removeEventListener('change', act)
    window.removeEventListener(CHANGED, act)
  }
}
