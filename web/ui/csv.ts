/** The value of a cell in a CSV file. */
export type Cell = string | number | boolean | null

/** Returns a share as the value of a cell, for columns of percentages. */
export const percentCell = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : share * 100

/**
 * Returns the text of a CSV file in the format of RFC 4180. It begins with a byte order mark, by which
 * spreadsheets recognize UTF-8.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  // A spreadsheet would compute a text that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
