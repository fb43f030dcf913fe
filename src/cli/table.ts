import { printable } from './print.ts'

/** Returns rows of cells as lines of text. Each column is as wide as its widest cell. */
export function table(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(printable))
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
