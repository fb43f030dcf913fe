import { createPauses } from '#shared/large-json/pauses.ts'

/**
 * Number of bytes parsed at once. A whole chunk of long rows held the event loop for 100 ms. A chunk of short
 * rows is parsed at once. A string of more than 128 kB would be a large object of the heap: with such
 * strings, parsing took six times the CPU.
 */
const PARSED_AT_ONCE = 112 * 1024
const NEWLINE = 10

/**
 * Parses the lines of JSON of a chunk, some at a time, with other work in between. No line has a line end in
 * it.
 */
export async function* rowsOfLines<Row>(chunk: Uint8Array): AsyncGenerator<readonly Row[]> {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const pause = createPauses()
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, from + PARSED_AT_ONCE)
    const end = found === -1 ? bytes.length : found
    yield JSON.parse(`[${bytes.toString('utf8', from, end).trimEnd().replaceAll('\n', ',')}]`)
    from = end + 1
    await pause()
  }
}
