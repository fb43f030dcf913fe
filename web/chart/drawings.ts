/** Draws a chart again at twice the size, for a picture. */
type Draw = () => HTMLCanvasElement

/** The drawing functions of the charts that are shown, keyed by the element that a chart fills. */
const drawings = new WeakMap<Element, Draw>()

/**
 * Registers the function that draws the chart of an element for a picture. Returns a function that
 * unregisters it.
 */
export function keepDrawing(element: Element, draw: Draw): () => void {
  drawings.set(element, draw)
  return () => drawings.delete(element)
}

/** Returns the chart of an element at twice its size, or null if the element has no chart. */
export const drawingOf = (element: Element): HTMLCanvasElement | null => drawings.get(element)?.() ?? null
