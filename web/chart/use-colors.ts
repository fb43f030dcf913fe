import { use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { ProjectContext } from '#web/api/project.ts'
import { useOffer } from './answer-place.ts'
import { assignColors, type ColorNumbers, colorValue, withNew } from './color-of.ts'

const CHANGED = 'throughline:colors'
/** The colours that names got by themselves, and those that a person gave them. */
type Kept = 'colors' | 'chosen-colors'
const keyOf = (projectId: number, kept: Kept): string => `throughline.${kept}.${projectId}`

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

const textOf = (projectId: number | null, kept: Kept): string | null =>
  projectId === null ? null : localStorage.getItem(keyOf(projectId, kept))

function keep(projectId: number, kept: Kept, numbers: ColorNumbers): void {
  try {
    localStorage.setItem(keyOf(projectId, kept), JSON.stringify(numbers))
  } catch {
    // A full or forbidden storage: the colours are those of the hash.
    return
  }
  window.dispatchEvent(new Event(CHANGED))
}

export interface SeriesColors {
  /** As a CSS value. */
  of(name: string): string
  /** Null where nothing is kept, as on shared pages. */
  readonly choose: ((name: string, color: number) => void) | null
}

/** The colours of the series of a chart. They follow the names over all charts of the project, in this browser. */
export function useColors(names: readonly string[]): SeriesColors {
  const projectId = use(ProjectContext)?.id ?? null
  const text = useSyncExternalStore(subscribe, () => textOf(projectId, 'colors'))
  const chosenText = useSyncExternalStore(subscribe, () => textOf(projectId, 'chosen-colors'))
  const known = useMemo(() => parse(text), [text])
  const chosen = useMemo(() => parse(chosenText), [chosenText])
  const list = names.join('\n')
  const assigned = useMemo(() => assignColors(list.split('\n'), known, chosen), [list, known, chosen])
  useEffect(() => {
    if (projectId === null || Object.keys(assigned).every((name) => known[name] !== undefined)) return
    // Another chart of the page may have kept some since.
    keep(projectId, 'colors', withNew(parse(textOf(projectId, 'colors')), assigned))
  }, [projectId, assigned, known])
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
  useOffer({ names, chooseColor: colors.choose })
  return colors
}

/** The colour of each row of a breakdown; null names the only row, without a breakdown, in the first colour. */
export function useRowColors(names: readonly (string | null)[]): (name: string | null) => string {
  const { of } = useColors(names.filter((name) => name !== null))
  return (name) => (name === null ? 'var(--c1)' : of(name))
}
