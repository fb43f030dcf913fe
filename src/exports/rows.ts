import type { ReadableStream } from 'node:stream/web'
import { readLines } from '#imports/read-lines.ts'
import { ask, type ExportSource } from './ask-server.ts'
import { type RowNoun, statementOf, type TimeRange } from './nouns.ts'

export const EXPORT_FORMATS = ['jsonl', 'csv', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Yields the file of all rows of a noun in pieces, while the server is still finding rows. */
export async function* rowsOf(
  source: ExportSource,
  noun: RowNoun,
  format: ExportFormat,
  range: TimeRange,
): AsyncGenerator<string | Uint8Array> {
  const query = { kind: 'HogQLQuery', query: statementOf(noun, range) }
  const { body } = await ask(source, `/query/?format=${format}`, { query })
  if (body === null) throw new Error('The server sent no rows.')
  // The type of a fetched body does not say that its parts are bytes.
  const parts = body as ReadableStream<Uint8Array>
  if (format !== 'jsonl') yield* parts
  else for await (const lines of readLines(parts)) yield lines.map(({ text }) => withObject(text)).join('')
}

/**
 * Turns the properties of a line into an object. The server sends them as JSON text, which is inserted
 * unchanged, so every digit is as it was sent.
 */
function withObject(line: string): string {
  const { properties, ...row } = JSON.parse(line) as { properties?: string }
  if (properties === undefined) return `${line}\n`
  return `${JSON.stringify(row).slice(0, -1)},"properties":${properties}}\n`
}
