import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ExportSource } from './ask-server.ts'
import { listOf } from './lists.ts'
import { isRowNoun, type Noun, type TimeRange } from './nouns.ts'
import { type ExportFormat, rowsOf } from './rows.ts'

export interface ExportOptions {
  readonly format: ExportFormat
  readonly range: TimeRange
  /** Called with the number of bytes that were written so far, before compression. */
  onProgress(bytes: number): void
}

/**
 * Writes a noun to a file, and resolves with the number of its bytes before compression. The file gets its
 * name only when it is complete. If the name ends with `.gz`, the file is compressed.
 */
export async function exportToFile(
  source: ExportSource,
  noun: Noun,
  file: string,
  options: ExportOptions,
): Promise<number> {
  const part = `${file}.part`
  try {
    const output = createWriteStream(part, { mode: 0o600, flush: true })
    const bytes = await exportTo(source, noun, output, { ...options, isCompressed: file.endsWith('.gz') })
    renameSync(part, file)
    return bytes
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Writes a noun, and resolves with the number of its bytes before compression. */
export async function exportTo(
  source: ExportSource,
  noun: Noun,
  output: Writable,
  { format, range, onProgress, isCompressed = false }: ExportOptions & { readonly isCompressed?: boolean },
): Promise<number> {
  const parts = isRowNoun(noun) ? rowsOf(source, noun, format, range) : listOf(source, noun)
  let bytes = 0
  async function* counted() {
    for await (const part of parts) {
      bytes += Buffer.byteLength(part)
      onProgress(bytes)
      yield part
    }
  }
  const text = Readable.from(counted(), { objectMode: true })
  if (isCompressed) await pipeline(text, createGzip(), output)
  else await pipeline(text, output)
  return bytes
}
