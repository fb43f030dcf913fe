import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the size of an element in pixels; null until the element has been laid out. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const place = element.current
    if (place === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = place
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(place)
    return () => sizes.disconnect()
  }, [element])
  return size
}
