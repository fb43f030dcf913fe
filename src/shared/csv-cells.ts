/** A cell of CSV. */
export interface CsvCell {
  readonly value: string
  readonly isQuoted: boolean
  /** Position of the character that ends the cell, or the length of the text. */
  readonly end: number
}

/**
 * Returns the cell of RFC 4180 that begins at `from` and ends at one of the characters in `ends`: the
 * separator, and also the line breaks if the caller includes them. Blanks after a closing quotation mark do
 * not belong to the cell. Returns null if a quotation mark is not closed, or if text follows the closing
 * one.
 */
export function cellAt(text: string, from: number, ends: string): CsvCell | null {
  if (text[from] === '"') return quotedCell(text, from, ends)
  const end = plainEnd(text, from, ends)
  return { value: text.slice(from, end), isQuoted: false, end }
}

function plainEnd(text: string, from: number, ends: string): number {
  if (ends.length === 1) {
    const found = text.indexOf(ends, from)
    return found < 0 ? text.length : found
  }
  let end = from
  while (end < text.length && !ends.includes(text.charAt(end))) end++
  return end
}

function quotedCell(text: string, from: number, ends: string): CsvCell | null {
  let close = text.indexOf('"', from + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) return null
  let end = close + 1
  while (end < text.length && isBlank(text.charAt(end), ends)) end++
  if (end < text.length && !ends.includes(text.charAt(end))) return null
  return { value: text.slice(from + 1, close).replaceAll('""', '"'), isQuoted: true, end }
}

// A tab is not a blank if it is the separator.
const isBlank = (sign: string, ends: string) => (sign === ' ' || sign === '\t') && !ends.includes(sign)
