/** Bytes, and the position up to which they are read. */
export interface Reading {
  readonly bytes: Buffer
  at: number
}

export const beginReading = ({ buffer, byteOffset, byteLength }: Uint8Array): Reading => ({
  bytes: Buffer.from(buffer, byteOffset, byteLength),
  at: 0,
})

export const atEnd = ({ bytes, at }: Reading): boolean => at >= bytes.length

/**
 * Reads a number that is stored in groups of seven bits, the lowest group first.
 * @throws Error if the bytes end too early.
 */
export function readVarint(reading: Reading): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = reading.bytes[take(reading, 1)] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return value
  }
}

/**
 * Reads a text, which is stored as its length in bytes and then its UTF-8.
 * @throws Error if the bytes end too early.
 */
export function readText(reading: Reading): string {
  const from = passText(reading)
  return reading.bytes.toString('utf8', from, reading.at)
}

/**
 * Passes over a text that `readText` would read, and returns where the text begins. The text ends at
 * `reading.at`.
 * @throws Error if the bytes end too early.
 */
export function passText(reading: Reading): number {
  const length = readVarint(reading)
  return take(reading, length)
}

interface ArrayType<Numbers> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Numbers
  readonly BYTES_PER_ELEMENT: number
}

/**
 * Reads consecutive numbers without a copy. A typed array must begin at a multiple of its element size, so
 * the numbers are moved up to 7 bytes towards the start of the bytes. They overwrite bytes that were read
 * before; nobody may need these bytes any more. Moving takes half the time of copying, because the system
 * has to clear the memory of a copy first.
 * @throws Error if the bytes end too early.
 */
export function readArray<Numbers>(reading: Reading, type: ArrayType<Numbers>, length: number): Numbers {
  const { bytes } = reading
  const size = length * type.BYTES_PER_ELEMENT
  const from = take(reading, size)
  const aligned = from - ((bytes.byteOffset + from) % type.BYTES_PER_ELEMENT)
  if (aligned !== from) bytes.copyWithin(aligned, from, from + size)
  return new type(bytes.buffer, bytes.byteOffset + aligned, length)
}

/**
 * Reads an unsigned 64-bit number.
 * @throws Error if the bytes end too early.
 */
export const readNumber = (reading: Reading): bigint => reading.bytes.readBigUInt64LE(take(reading, 8))

function take(reading: Reading, size: number): number {
  const from = reading.at
  if (from + size > reading.bytes.length) throw new Error('A result in Native format ends too early.')
  reading.at = from + size
  return from
}
