/** Draws a chart again at twice the size, for a picture. */
type Draw = () => HTMLCanvasElement

/** By the element that a chart fills, while it is shown. */
const drawings = new WeakMap<Element, Draw>()

/** Lets pictures draw the chart of an element; the result ends it. */
export function keepDrawing(element: Element, draw: Draw): () => void {
  drawings.set(element, draw)
  return () => drawings.delete(element)
}

/** The chart of an element at twice its size; null for an element without one. */
export const drawingOf = (element: Element): HTMLCanvasElement | null => drawings.get(element)?.() ?? null
