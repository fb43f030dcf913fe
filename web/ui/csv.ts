/** A cell of a file. */
export type Cell = string | number | boolean | null

/** A share as the cell of a column of percentages. */
export const percentCell = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : share * 100

/** A file of comma-separated values after RFC 4180, with a mark by which spreadsheets know that it is UTF-8. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  // A spreadsheet would run a text that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
