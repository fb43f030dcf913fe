import { invalid } from '#shared/request-error.ts'

/**
 * The rows of RFC 4180, with another separator if one is given: a comma, a semicolon or a tab.
 * @throws RequestError for a quoted cell that does not end.
 */
export function parseCsv(text: string, separator: string): string[][] {
  // A quoted cell, a plain one, or an empty one, up to the end of its cell; each sign is read once.
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"(?:(?!${separator})[^\\S\\r\\n])*|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const rows: string[][] = []
  let row: string[] = []
  while (cell.lastIndex < text.length || row.length > 0) {
    const found = cell.exec(text)
    if (found === null)
      throw invalid('invalid_input', `Row ${rows.length + 1} has a quote that does not end.`, 'csv')
    const [, quoted, plain, end] = found
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  return rows
}
