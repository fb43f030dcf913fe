import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Returns the width of an element in pixels and follows it; `first` until it is known. SVG charts are drawn
 * for this width, so that text keeps its size.
 */
export function useWidth(place: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const read = () => setWidth(Math.max(1, Math.round(element.clientWidth)))
    read()
    const sizes = new ResizeObserver(read)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [place])
  return width
}
