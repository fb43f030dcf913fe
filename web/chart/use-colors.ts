import { use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { ProjectContext } from '#web/api/project.ts'
import { useOffer } from './answer-place.ts'
import { assignColors, type ColorNumbers, colorValue, withNew } from './color-of.ts'

const CHANGED = 'throughline:colors'
/**
 * The two kinds of stored colours: `colors` were assigned to new names automatically, and `chosen-colors`
 * were chosen by a user.
 */
type Kept = 'colors' | 'chosen-colors'
/**
 * Returns the key under which colours are stored. Each `family` of names, such as the values of one
 * property, has its own key, because other families may use the same names.
 */
const keyOf = (projectId: number, kept: Kept, family: string): string =>
  `throughline.${kept}.${projectId}${family === '' ? '' : `.${family}`}`

/**
 * Colours on pages that must not use the storage of the browser, such as shared pages. They are forgotten
 * when the page is closed.
 */
const inMemory = new Map<string, string>()

function subscribe(listener: () => void): () => void {
  for (const name of ['storage', CHANGED]) window.addEventListener(name, listener)
  return () => {
    for (const name of ['storage', CHANGED]) window.removeEventListener(name, listener)
  }
}

const parse = (text: string | null): ColorNumbers => {
  try {
    return JSON.parse(text ?? '{}') as ColorNumbers
  } catch {
    return {}
  }
}

const textOf = (projectId: number | null, kept: Kept, family = ''): string | null =>
  projectId === null
    ? (inMemory.get(`${kept}.${family}`) ?? null)
    : localStorage.getItem(keyOf(projectId, kept, family))

function keep(projectId: number | null, kept: Kept, numbers: ColorNumbers, family = ''): void {
  const text = JSON.stringify(numbers)
  try {
    if (projectId === null) inMemory.set(`${kept}.${family}`, text)
    else localStorage.setItem(keyOf(projectId, kept, family), text)
  } catch {
    // If the storage is full or forbidden, nothing is kept, and each chart assigns colours from the first
    // one on.
    return
  }
  window.dispatchEvent(new Event(CHANGED))
}

export interface SeriesColors {
  /** The colour of a name as a CSS value. */
  of(name: string): string
  /** Stores the chosen colour of a name; null if nothing can be stored, as on shared pages. */
  readonly choose: ((name: string, color: number) => void) | null
}

/**
 * Returns the colours of the names in a chart. The name of a series has one colour in all charts of the
 * project, in this browser. A value of a breakdown has one colour in all charts with the same `family`.
 */
export function useColors(names: readonly string[], family = ''): SeriesColors {
  const projectId = use(ProjectContext)?.id ?? null
  const text = useSyncExternalStore(subscribe, () => textOf(projectId, 'colors', family))
  const chosenText = useSyncExternalStore(subscribe, () => textOf(projectId, 'chosen-colors'))
  const known = useMemo(() => parse(text), [text])
  const chosen = useMemo(() => parse(chosenText), [chosenText])
  const list = names.join('\n')
  const assigned = useMemo(
    () => assignColors(list.split('\n'), known, chosen, family === '' ? 'series' : 'values'),
    [list, known, chosen, family],
  )
  useEffect(() => {
    if (Object.keys(assigned).every((name) => known[name] !== undefined)) return
    // The stored colours are read again here, because another chart of the page may have stored some in the
    // meantime.
    keep(projectId, 'colors', withNew(parse(textOf(projectId, 'colors', family)), assigned), family)
  }, [projectId, assigned, known, family])
  const colors = useMemo<SeriesColors>(
    () => ({
      of: (name) => colorValue(name, assigned),
      choose:
        projectId === null
          ? null
          : (name, color) => keep(projectId, 'chosen-colors', { ...chosen, [name]: color }),
    }),
    [assigned, chosen, projectId],
  )
  useOffer({ names, family, chooseColor: colors.choose })
  return colors
}

/**
 * Returns a function from the name of a breakdown row to its colour. Without a breakdown the name of the
 * only row is null, and it has the first colour.
 */
export function useRowColors(
  names: readonly (string | null)[],
  family = '',
): (name: string | null) => string {
  const { of } = useColors(
    names.filter((name) => name !== null),
    family,
  )
  return (name) => (name === null ? 'var(--c1)' : of(name))
}
