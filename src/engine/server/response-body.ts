import { EngineError } from '#engine/engine-error.ts'
import { errorOfServer } from './server-error.ts'

/** A server writes this before the text of an exception that comes after the first bytes of a result. */
const MARK = '__exception__\r\n'

/**
 * Yields the bytes of a result. `tag` is the random text by which a server marks an exception within a
 * result; null if the server sends none.
 * @throws EngineError of the exception in the result
 */
export async function* resultBytes(
  chunks: AsyncIterable<Uint8Array>,
  tag: string | null,
): AsyncGenerator<Buffer, undefined, undefined> {
  const search = tag === null ? NO_SEARCH : searchFor(Buffer.from(`${MARK}${tag}`))
  try {
    for await (const chunk of chunks) {
      const bytes = search.add(chunk)
      if (bytes.length > 0) yield bytes
    }
  } catch (error) {
    // A server breaks the connection after the text of an exception, so that the result never looks whole.
    throw search.exception() ?? error
  }
  const exception = search.exception()
  if (exception !== null) throw exception
  const rest = search.rest()
  if (rest.length > 0) yield rest
}

const NOTHING = Buffer.alloc(0)

interface Search {
  /**
   * Adds a chunk. Returns the bytes of the result that are certain to be neither part of the mark nor after
   * it.
   */
  add(chunk: Uint8Array): Buffer
  /** Returns the exception after the mark; null if there was no mark. */
  exception(): EngineError | null
  /** Returns the bytes that were held back because they could have been the beginning of the mark. */
  rest(): Buffer
}

const NO_SEARCH: Search = {
  add: (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
  exception: () => null,
  rest: () => NOTHING,
}

// The mark may begin in one chunk and end in the next, so the last bytes of each chunk are held back.
function searchFor(mark: Buffer): Search {
  let held: Buffer = NOTHING
  let isFound = false
  return {
    add(chunk) {
      const bytes = Buffer.concat([held, chunk])
      const at = isFound ? 0 : bytes.indexOf(mark)
      if (isFound || at !== -1) {
        held = isFound ? bytes : bytes.subarray(at + mark.length)
        isFound = true
        return NOTHING
      }
      const end = Math.max(0, bytes.length - mark.length)
      held = bytes.subarray(end)
      return bytes.subarray(0, end)
    },
    exception: () => (isFound ? errorOfServer(held.toString('utf8').trim()) : null),
    rest: () => held,
  }
}

/** @throws EngineError if a result has ended within a row, so that bytes of the row are left */
const requireNothing = (rest: Buffer) => {
  if (rest.length > 0) throw new EngineError('unreachable', 'A result ends within a row.')
}

/** Yields chunks of whole lines. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(0x0a) + 1
    if (end > 0) yield Buffer.concat([...parts, chunk.subarray(0, end)])
    parts = end > 0 ? [chunk.subarray(end)] : [...parts, chunk]
  }
  requireNothing(Buffer.concat(parts))
}

/** Yields chunks of whole rows of `rowBytes` bytes each. */
export async function* wholeRows(chunks: AsyncIterable<Buffer>, rowBytes: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % rowBytes)
    if (end > 0) yield bytes.subarray(0, end)
    rest = bytes.subarray(end)
  }
  requireNothing(rest)
}

/**
 * Collects a whole result.
 * @throws EngineError `too_large` beyond `maxBytes`; 0 is no limit
 */
export async function wholeBody(chunks: AsyncIterable<Buffer>, maxBytes = 0): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (maxBytes > 0 && length > maxBytes)
      throw new EngineError('too_large', 'The result has too many bytes.')
  }
  return Buffer.concat(parts, length)
}
