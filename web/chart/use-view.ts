import { useCallback, useMemo, useState } from 'react'
import { setFragment, useFragment } from '#web/question/use-question.ts'
import type { Sort } from './table-model.ts'

/**
 * How an answer is displayed: its hidden series and the order of its table. These settings change no
 * number.
 */
export interface View {
  /** The keys of the hidden series; absent if the user has not chosen any. */
  readonly hidden?: readonly string[]
  readonly sort?: Sort
}

/** Parses the part `view` of the fragment. A text that cannot be parsed counts as empty. */
export function parseView(text: string | null): View {
  try {
    const view = JSON.parse(text ?? '{}') as View | null
    if (typeof view !== 'object' || view === null) return {}
    const { hidden, sort } = view
    return {
      ...(Array.isArray(hidden) && { hidden: hidden.filter((key) => typeof key === 'string') }),
      ...(typeof sort?.by === 'string' && { sort: { by: sort.by, isDown: sort.isDown === true } }),
    }
  } catch {
    return {}
  }
}

const textOf = (view: View): string | null => (Object.keys(view).length === 0 ? null : JSON.stringify(view))

/**
 * Returns the view and the functions that change it. The view of a page is in its address. The view of a
 * tile is lost when the tile is no longer shown.
 */
export function useView(isTile: boolean) {
  const text = useFragment('view')
  const [own, setOwn] = useState<View>({})
  const view = useMemo(() => (isTile ? own : parseView(text)), [isTile, own, text])
  const change = useCallback(
    (changed: View) => {
      if (isTile) setOwn(changed)
      else setFragment({ view: textOf(changed) }, 'replace')
    },
    [isTile],
  )
  return {
    view,
    setHidden: (hidden: ReadonlySet<string>) => change({ ...view, hidden: [...hidden] }),
    setSort: (sort: Sort | null) => {
      const { sort: _, ...rest } = view
      change(sort === null ? rest : { ...rest, sort })
    },
  }
}
