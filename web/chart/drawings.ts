/** Draws a chart once more at twice its size, for a picture. */
type Draw = () => HTMLCanvasElement

/** The functions that draw the charts on the page. The key is the element that the chart fills. */
const drawings = new WeakMap<Element, Draw>()

/** Registers the function that draws the chart in an element. Returns a function that removes it again. */
export function keepDrawing(element: Element, draw: Draw): () => void {
  drawings.set(element, draw)
  return () => drawings.delete(element)
}

/** Returns a drawing at twice the size of the chart in an element; null if the element has no chart. */
export const drawingOf = (element: Element): HTMLCanvasElement | null => drawings.get(element)?.() ?? null
