import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'

const DARK = '(prefers-color-scheme: dark)'
/** When the dark values of tokens.css hold: as the system says, always, never. */
const HOLDS: Readonly<Record<MantineColorScheme, string>> = { auto: DARK, dark: 'all', light: 'not all' }
const CHANGED = 'throughline:scheme'

let darkRules: readonly CSSMediaRule[] | null = null

/** The rules with the dark values. Their condition is changed here, so that they are found once. */
function findDarkRules(): readonly CSSMediaRule[] {
  darkRules ??= [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === DARK) as CSSMediaRule[]
  return darkRules
}

/** Shows the page in a scheme: `auto` is that of the system. */
export function applyScheme(scheme: MantineColorScheme): void {
  for (const rule of findDarkRules()) rule.media.mediaText = HOLDS[scheme]
  // For what the browser draws: fields, scroll bars.
  document.documentElement.style.colorScheme = scheme === 'auto' ? '' : scheme
  window.dispatchEvent(new Event(CHANGED))
}

/** The scheme that was chosen in this browser. */
export const chosenScheme = (): MantineColorScheme => localStorageColorSchemeManager().get('auto')

/** Calls `act` after each change of the scheme, by the system or by choice. Returns the end of it. */
export function onSchemeChange(act: () => void): () => void {
  const system = matchMedia(DARK)
  system.addEventListener('change', act)
  window.addEventListener(CHANGED, act)
  return () => {
    system.removeEventListener('change', act)
    window.removeEventListener(CHANGED, act)
  }
}
