import { basename } from 'node:path'

export const FORMATS = ['jsonl', 'csv', 'parquet', 'access-log', 'umami', 'umami-dump', 'plausible'] as const
export type Format = (typeof FORMATS)[number]

const EXTENSIONS: Readonly<Record<string, Format>> = {
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'jsonl',
  csv: 'csv',
  parquet: 'parquet',
  log: 'access-log',
  sql: 'umami-dump',
}

/**
 * Returns the format that the name of a file indicates. The extension of a compression is ignored. Null if
 * the name indicates none.
 */
export function formatOfName(file: string): Format | null {
  const name = basename(file).replace(/\.(?:gz|zst)$/i, '')
  if (/^imported_[a-z_]+(?:_\d{8}_\d{8})?\.csv$/i.test(name)) return 'plausible'
  const [, extension = ''] = /\.([a-z]+)$/i.exec(name) ?? []
  return EXTENSIONS[extension.toLowerCase()] ?? (/access(?:_|\.)?log/i.test(name) ? 'access-log' : null)
}

/**
 * Returns the exact format of a file. Its first line tells the rows of Umami apart from other CSV.
 * @throws Error with a sentence for a file that does not consist of rows.
 */
export function refineFormat(format: Format, firstLine: string): Format {
  if (format === 'jsonl' && firstLine.trimStart().startsWith('['))
    throw new Error(
      "The file is one JSON array. Expected an object in each line: convert the file with jq -c '.[]'.",
    )
  const isUmami = ['website_id', 'session_id', 'url_path'].every((name) => firstLine.includes(name))
  return format === 'csv' && isUmami ? 'umami' : format
}
