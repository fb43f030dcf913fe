/** Bytes, and the place up to which they are read. */
export interface Reading {
  readonly bytes: Buffer
  at: number
}

export const beginReading = ({ buffer, byteOffset, byteLength }: Uint8Array): Reading => ({
  bytes: Buffer.from(buffer, byteOffset, byteLength),
  at: 0,
})

export const atEnd = ({ bytes, at }: Reading): boolean => at >= bytes.length

/** A number in groups of seven bits, the lowest first. @throws Error */
export function readVarint(reading: Reading): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = reading.bytes[take(reading, 1)] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return value
  }
}

/** Its length in bytes, then UTF-8. @throws Error */
export function readText(reading: Reading): string {
  const from = passText(reading)
  return reading.bytes.toString('utf8', from, reading.at)
}

/** As `readText`: where the text begins. It ends where the reading is. @throws Error */
export function passText(reading: Reading): number {
  const length = readVarint(reading)
  return take(reading, length)
}

interface ArrayType<Numbers> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Numbers
  readonly BYTES_PER_ELEMENT: number
}

/**
 * Numbers one after the other, where they are: typed arrays must begin at a multiple of their size, so that the numbers move up to 7 bytes towards the start, over
 * bytes that must have been read and not be needed. Moving takes half of the time of a copy, whose memory the system has to clear first. @throws Error
 */
export function readArray<Numbers>(reading: Reading, type: ArrayType<Numbers>, length: number): Numbers {
  const { bytes } = reading
  const size = length * type.BYTES_PER_ELEMENT
  const from = take(reading, size)
  const aligned = from - ((bytes.byteOffset + from) % type.BYTES_PER_ELEMENT)
  if (aligned !== from) bytes.copyWithin(aligned, from, from + size)
  return new type(bytes.buffer, bytes.byteOffset + aligned, length)
}

/** A number of 64 bits without a sign. @throws Error */
export const readNumber = (reading: Reading): bigint => reading.bytes.readBigUInt64LE(take(reading, 8))

function take(reading: Reading, size: number): number {
  const from = reading.at
  if (from + size > reading.bytes.length) throw new Error('A result in Native format ends too early.')
  reading.at = from + size
  return from
}
