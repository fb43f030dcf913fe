import { isUtf8 } from 'node:buffer'
import type { Line } from './row.ts'

/**
 * Longest line in bytes. A longer line is set aside, and only its beginning is kept. The limit is generous:
 * the properties of an event have at most 1 MiB.
 */
const MAX_LINE_BYTES = 8 * 1024 * 1024
const KEPT_OF_LONG = 1_000
const NEWLINE = 0x0a

/** Yields the lines of a text, several at a time. Memory never holds more than one line and one chunk. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let begun: Buffer[] = []
  let begunBytes = 0
  let isFirst = true
  const keep = (part: Buffer) => {
    begunBytes += part.length
    if (begunBytes <= MAX_LINE_BYTES) begun.push(part)
    else if (begun.length !== 1 || (begun[0]?.length ?? 0) > KEPT_OF_LONG)
      begun = [Buffer.from(Buffer.concat(begun).subarray(0, KEPT_OF_LONG))]
  }
  const finish = (): Line => {
    const line = lineOf(begun.length === 1 ? (begun[0] as Buffer) : Buffer.concat(begun), begunBytes)
    begun = []
    begunBytes = 0
    if (!isFirst) return line
    isFirst = false
    return { ...line, text: line.text.replace(/^\uFEFF/, '') }
  }
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Line[] = []
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      keep(bytes.subarray(from, at))
      lines.push(finish())
      from = at + 1
    }
    if (from < bytes.length) keep(Buffer.from(bytes.subarray(from)))
    if (lines.length > 0) yield lines
  }
  if (begunBytes > 0) yield [finish()]
}

function lineOf(bytes: Buffer, length: number): Line {
  if (length > MAX_LINE_BYTES)
    return { text: bytes.toString('utf8'), problem: `The line has more than ${MAX_LINE_BYTES} bytes.` }
  const text = bytes.toString('utf8')
  return { text, problem: isUtf8(bytes) ? null : 'The line is not valid UTF-8.' }
}
