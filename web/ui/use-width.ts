import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Returns the width of an element in pixels, and renders again when it changes. Until the width is known,
 * it is `first`. SVG charts are drawn for their real width, so that their text is not scaled.
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
