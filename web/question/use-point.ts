import { useCallback, useMemo, useState } from 'react'
import { type Point, parsePoint, pointText } from './point.ts'
import { setFragment, useFragment } from './use-question.ts'

export interface PointInUrl {
  readonly point: Point | null
  openPoint(point: Point): void
  closePoint(): void
}

/**
 * Returns the open point. It is in the fragment (`at`), with its tab in `as`, so that a copied link opens
 * the same list. The Back button closes it; moving to a neighbour replaces it. The neighbours are kept in
 * memory while the answer is shown.
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
