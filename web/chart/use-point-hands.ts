import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { DrawnSeries } from './chart-data.ts'
import { indexAt, type Plot, yAt } from './plot.ts'
import type { Scale } from './scale.ts'

interface Hands {
  readonly plot: Plot
  readonly scale: Scale
  readonly drawn: readonly DrawnSeries[]
  /** Opens the people behind a value. */
  onOpen(key: string, index: number): void
  /**
   * Called with the first and the last point of a range that the user has drawn; null if no range can be
   * drawn.
   */
  readonly onRange: ((from: number, to: number) => void) | null
  /**
   * Opens the editor of an annotation at a point, after a click on the axis or the key `a`; null if the
   * user may not write annotations.
   */
  readonly onNote: ((index: number) => void) | null
}

interface Place {
  readonly index: number
  readonly key: string | null
}

const POINTS_BY_KEY = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])
const SERIES_BY_KEY = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

/** A shorter drag counts as a click, because the hand may have moved a little. */
const LEAST_DRAG_PX = 6

/**
 * Handles the pointer and the keys of a chart. ← and → move through the points, ↑ and ↓ through the series,
 * and ↵ opens the people behind the value.
 */
export function usePointHands({ plot, scale, drawn, onOpen, onRange, onNote }: Hands) {
  const [place, setPlace] = useState<Place | null>(null)
  const [dragFrom, setDragFrom] = useState<number | null>(null)
  const [isAtAxis, setAtAxis] = useState(false)
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    const index = indexAt(plot, x)
    return {
      x,
      index,
      isBelow: event.clientY - box.top > plot.height - plot.bottom,
      key: nearest(drawn, index, (value) => yAt(plot, scale, value), event.clientY - box.top),
    }
  }
  const step = (by: number) => {
    const last = plot.points - 1
    const from = place === null ? (by > 0 ? -1 : last + 1) : place.index
    const index = Math.min(last, Math.max(0, from + by))
    setPlace({ index, key: place?.key ?? drawn[0]?.series.key ?? null })
  }
  const stepSeries = (by: number) => {
    if (place === null || drawn.length === 0) return
    const sorted = [...drawn].sort((a, b) => (b.tops[place.index] ?? 0) - (a.tops[place.index] ?? 0))
    const at = sorted.findIndex(({ series }) => series.key === place.key)
    const next = sorted[Math.min(sorted.length - 1, Math.max(0, at + by))]
    setPlace({ ...place, key: next?.series.key ?? null })
  }
  const open = () => {
    if (place?.key != null) onOpen(place.key, place.index)
  }
  return {
    place,
    dragFrom,
    /** Whether the pointer is on the axis below the points. */
    isAtAxis,
    handlers: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { index, key, isBelow } = placeOf(event)
        setAtAxis(isBelow)
        if (place?.index !== index || place.key !== key) setPlace({ index, key })
      },
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' && dragFrom === null) setPlace(null)
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        const { x, index, key } = placeOf(event)
        // On a touch screen, the first touch of a point shows its tip, and the second touch opens its
        // people.
        if (event.pointerType !== 'mouse' && place?.index !== index) return setPlace({ index, key })
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragFrom(x)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (dragFrom === null) return
        setDragFrom(null)
        const { x, index, key, isBelow } = placeOf(event)
        const from = indexAt(plot, dragFrom)
        if (onRange !== null && Math.abs(x - dragFrom) >= LEAST_DRAG_PX && from !== index)
          onRange(Math.min(from, index), Math.max(from, index))
        else if (isBelow && onNote !== null) onNote(index)
        else if (key !== null) onOpen(key, index)
      },
      onPointerCancel: () => setDragFrom(null),
      onBlur: () => setPlace(null),
      onKeyDown: (event: KeyboardEvent) => {
        const points = POINTS_BY_KEY.get(event.key)
        const series = SERIES_BY_KEY.get(event.key)
        if (points !== undefined) step(points)
        else if (series !== undefined) stepSeries(series)
        else if (event.key === 'Enter') open()
        else if (event.key === 'a' && onNote !== null && place !== null) onNote(place.index)
        else return
        event.preventDefault()
      },
    },
  }
}

function nearest(
  drawn: readonly DrawnSeries[],
  index: number,
  yOf: (value: number) => number,
  y: number,
): string | null {
  let [key, least] = [null as string | null, Number.POSITIVE_INFINITY]
  for (const { series, tops } of drawn) {
    const top = tops[index]
    if (top === undefined) continue
    const distance = Math.abs(yOf(top) - y)
    if (distance < least) [key, least] = [series.key, distance]
  }
  return key
}
