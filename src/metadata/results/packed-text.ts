import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gunzip } from 'node:zlib'
import { createPauses } from '#shared/large-json/pauses.ts'

/** A longer text is compressed, in characters. */
const LONGEST_PLAIN = 256 * 1024
/** The size of a part in bytes: writing one takes a few ms. */
const PART_BYTES = 256 * 1024

/** A text as it is stored: a short one as it is, a long one compressed and in parts. */
export interface PackedText {
  /** The short text; empty if there are parts. */
  readonly text: string
  readonly parts: readonly Uint8Array[]
  /** The length of the text in bytes of UTF-8. */
  readonly textBytes: number
}

/** Packs the text whose pieces these are, a piece at a time and with other work in between. */
export async function packText(pieces: Iterable<string>): Promise<PackedText> {
  const iterator = pieces[Symbol.iterator]()
  const pause = createPauses()
  let text = ''
  for (let next = iterator.next(); ; next = iterator.next()) {
    if (next.done) return { text, parts: [], textBytes: Buffer.byteLength(text) }
    text += next.value
    if (text.length > LONGEST_PLAIN) break
    await pause()
  }
  let textBytes = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    yield counted(text)
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      yield counted(next.value)
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

const inflate = promisify(gunzip)

/** The text of all parts of {@link packText}, in order. */
export const unpackText = async (parts: readonly Uint8Array[]): Promise<string> =>
  (await inflate(Buffer.concat(parts))).toString('utf8')
