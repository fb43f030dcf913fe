import { createReadStream } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'

/** The inflated bytes of a file, of which the first ones are already read. */
export interface Input {
  /** The first 64 KiB of the inflated text, or less. */
  readonly beginning: Buffer
  readonly chunks: AsyncIterable<Uint8Array>
  /** Returns how many bytes were read so far from the file on disk. */
  bytesRead(): number
  close(): void
}

const CHUNK = 256 * 1024
const BEGINNING = 64 * 1024

/**
 * Opens a file, or standard input if `file` is null. Inflates gzip and zstd, which it recognises by the
 * first bytes.
 */
export async function openInput(file: string | null, stdin: Readable): Promise<Input> {
  let bytesRead = 0
  const source = file === null ? stdin : createReadStream(file, { highWaterMark: CHUNK })
  const raw = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await raw.next()
  const head = first.done ? Buffer.alloc(0) : first.value
  async function* counted() {
    for (let part = first; !part.done; part = await raw.next()) {
      bytesRead += part.value.length
      yield part.value
    }
  }
  const inflated = inflate(head, counted())[Symbol.asyncIterator]()
  const begun: Buffer[] = []
  let begunBytes = 0
  while (begunBytes < BEGINNING) {
    const part = await inflated.next()
    if (part.done) break
    begun.push(Buffer.from(part.value))
    begunBytes += part.value.length
  }
  const held = [...begun]
  async function* chunks() {
    while (held.length > 0) yield held.shift() as Buffer
    for (let part = await inflated.next(); !part.done; part = await inflated.next()) yield part.value
  }
  return {
    beginning: Buffer.concat(begun).subarray(0, BEGINNING),
    chunks: chunks(),
    bytesRead: () => bytesRead,
    close: () => void source.destroy(),
  }
}

function inflate(head: Buffer, chunks: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
  if (head[0] === 0x1f && head[1] === 0x8b) return through(chunks, zlib.createGunzip({ chunkSize: CHUNK }))
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) return through(chunks, zstd())
  if (head.length >= 4 && head.readUInt32LE(0) === 0x04034b50)
    throw new Error('The file is a ZIP archive: unpack it, and import its files.')
  return chunks
}

/** Returns the inflater of zstd, which Node.js has from 22.15 on. */
function zstd(): Transform {
  const create = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress
  if (create === undefined)
    throw new Error(
      `Node.js ${process.version} cannot read zstd: use 22.15 or later, or zstd -dc FILE | throughline import - --format jsonl.`,
    )
  return create()
}

function through(chunks: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Uint8Array> {
  // Errors of the file or of its compression are not lost: the next read of the inflated text throws them.
  pipeline(chunks, transform, () => undefined)
  return transform
}
