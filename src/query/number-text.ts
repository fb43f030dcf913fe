// The numbers that the engine reads: JavaScript would take `0x10` and a tab before it as well.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i

/** The number that a text is, its spaces removed; null where it is none. Of a property the event store reads the same numbers. */
export function numberIn(text: string): number | null {
  const compact = text.replaceAll(' ', '')
  return DECIMAL.test(compact) ? Number(compact) : null
}
