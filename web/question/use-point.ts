import { useCallback, useMemo, useState } from 'react'
import { type Point, parsePoint, pointText } from './point.ts'
import { setFragment, useFragment } from './use-question.ts'

export interface PointInUrl {
  readonly point: Point | null
  openPoint(point: Point): void
  closePoint(): void
}

/**
 * Returns the open point and the functions that open and close it. The fragment of the address has the
 * point (`at`) and its tab (`as`), so that a copied link opens the same list. Opening a point is a step for
 * the Back button. Moving to a neighbour is not, because it replaces the open point. The neighbours are
 * only in memory, as long as the answer is shown.
 */
export function usePoint(): PointInUrl {
  const text = useFragment('at')
  const [opened, setOpened] = useState<Point | null>(null)
  const point = useMemo(() => {
    const parsed = parsePoint(text)
    return parsed !== null && opened !== null && opened.peopleUrl === parsed.peopleUrl ? opened : parsed
  }, [text, opened])
  const isOpen = point !== null
  const openPoint = useCallback(
    (next: Point) => {
      setOpened(next)
      setFragment({ at: pointText(next), as: next.tab ?? null }, isOpen ? 'replace' : 'push')
    },
    [isOpen],
  )
  const closePoint = useCallback(() => setFragment({ at: null, as: null }, 'push'), [])
  return { point, openPoint, closePoint }
}
