// Matches only numbers that the engine can read too. JavaScript would also accept `0x10`, and a tab before
// a number.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i

/**
 * Returns the number that a text means, ignoring spaces; null if it is not a number. The event store reads
 * properties in the same way.
 */
export function numberIn(text: string): number | null {
  const compact = text.replaceAll(' ', '')
  return DECIMAL.test(compact) ? Number(compact) : null
}
