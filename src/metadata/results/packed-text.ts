import { pipeline as joined, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { createPauses } from '#shared/large-json/pauses.ts'

/** Longest text in characters that is stored without compression. */
const LONGEST_PLAIN = 256 * 1024
/** Size of a part in bytes. Writing one part takes a few ms. */
const PART_BYTES = 256 * 1024

/** Lines as they are stored: a short text as it is, a longer one compressed and in parts. */
export interface PackedText {
  /** The short text, with a line end after each line; empty if there are parts. */
  readonly text: string
  readonly parts: readonly Uint8Array[]
  /** The length of the text in bytes of UTF-8. */
  readonly textBytes: number
}

/** Packs lines one at a time, and lets other work run in between. */
export async function packLines(lines: Iterable<string>): Promise<PackedText> {
  const iterator = lines[Symbol.iterator]()
  const pause = createPauses()
  let text = ''
  for (let next = iterator.next(); ; next = iterator.next()) {
    if (next.done) return { text, parts: [], textBytes: Buffer.byteLength(text) }
    text += `${next.value}\n`
    if (text.length > LONGEST_PLAIN) break
    await pause()
  }
  let textBytes = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    yield counted(text)
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      yield counted(`${next.value}\n`)
      await pause()
    }
  }
  const counted = (piece: string) => {
    const encoded = Buffer.from(piece)
    textBytes += encoded.length
    return encoded
  }
  const compressed: Buffer[] = []
  await pipeline(bytes, createGzip({ level: constants.Z_BEST_SPEED }), async (source) => {
    for await (const some of source) compressed.push(some as Buffer)
  })
  return { text: '', parts: partsOf(Buffer.concat(compressed)), textBytes }
}

function partsOf(bytes: Buffer): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let from = 0; from < bytes.length; from += PART_BYTES)
    parts.push(bytes.subarray(from, from + PART_BYTES))
  return parts
}

/** Number of bytes that are inflated at once. This takes about 2 ms. */
const INFLATED_AT_ONCE = 256 * 1024

/** Returns the lines of a short text. */
export const linesOfText = (text: string): string[] => text.split('\n').slice(0, -1)

/**
 * Returns the lines of all parts of {@link packLines}, in order. They are never held as one text.
 * @throws Error if parts are missing
 */
export const linesOfParts = (parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> =>
  linesIn(joined(Readable.from(parts), createGunzip({ chunkSize: INFLATED_AT_ONCE }), () => undefined))

async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  for await (const chunk of chunks) {
    const text = decoder.write(chunk)
    if (text.includes('\n')) {
      const lines = (begun + text).split('\n')
      begun = lines.pop() ?? ''
      yield* lines
    } else begun += text
  }
}
