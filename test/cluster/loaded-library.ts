import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

type Bytes = string | Buffer

/** The library in the memory of this process. Addresses count from its first byte; text is hexadecimal. */
export interface LoadedLibrary {
  /**
   * Returns the bytes at an address.
   * @throws Error if they are not the bytes of `hex`, as in another build of the library.
   */
  expect(at: number, hex: string): Buffer
  /** Writes bytes one after the other and returns their number. */
  write(at: number, ...parts: readonly Bytes[]): number
  /** Returns the operand of an instruction that ends at `from`, for `to`. */
  distance(from: number, to: number): Buffer
  /** Returns an address of the process as eight bytes. */
  addressOf(at: number): Buffer
  close(): void
}

export function loadedLibrary(): LoadedLibrary {
  const mapped = readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .find((line) => line.includes('libchdb.so'))
  if (mapped === undefined) throw new Error('The library is not loaded')
  const base = Number.parseInt(mapped, 16)
  const memory = openSync('/proc/self/mem', 'r+')
  return {
    expect(at, hex) {
      const expected = bytesOf(hex)
      const found = Buffer.alloc(expected.length)
      readSync(memory, found, 0, found.length, base + at)
      if (!found.equals(expected))
        throw new Error(`This is another build of libchdb: ${found.toString('hex')} at ${at.toString(16)}`)
      return expected
    },
    write(at, ...parts) {
      const bytes = Buffer.concat(parts.map(bytesOf))
      writeSync(memory, bytes, 0, bytes.length, base + at)
      return bytes.length
    },
    distance(from, to) {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32LE(to - from)
      return bytes
    },
    addressOf(at) {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64LE(BigInt(base + at))
      return bytes
    },
    close: () => closeSync(memory),
  }
}

const bytesOf = (bytes: Bytes) =>
  typeof bytes === 'string' ? Buffer.from(bytes.replaceAll(' ', ''), 'hex') : bytes
