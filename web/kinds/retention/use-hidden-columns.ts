import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * A cell also counts as in sight if at most this many pixels of it, such as its border, are beyond the
 * edge.
 */
const SLACK_PX = 4

/**
 * Returns how many columns of a table are beyond the right edge of the element in which the table scrolls.
 */
export function useHiddenColumns(scroll: RefObject<HTMLElement | null>, columns: number): number {
  const [hidden, setHidden] = useState(0)
  useLayoutEffect(() => {
    const place = scroll.current
    const table = place?.querySelector('table')
    if (place === null || table === null || table === undefined) return
    const measure = () => {
      const rest = place.scrollWidth - place.clientWidth - place.scrollLeft
      const column = table.querySelector<HTMLElement>('thead .c')?.offsetWidth ?? 1
      setHidden(rest <= SLACK_PX ? 0 : Math.min(columns, Math.ceil(rest / column)))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(place)
    place.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      place.removeEventListener('scroll', measure)
    }
  }, [scroll, columns])
  return hidden
}
