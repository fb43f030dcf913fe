import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels, followed; `first` until it is known. Pictures in SVG are drawn for it, so that text keeps its size. */
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
