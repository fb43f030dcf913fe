import { createHash } from 'node:crypto'

/** Number of rows of a table, and a checksum that does not depend on their order. */
export interface TableDigest {
  readonly rows: number
  /** The sum of the first 64 bits of each row's SHA-256, in hex. */
  readonly checksum: string
}

type Row = Readonly<Record<string, unknown>>

const MASK = (1n << 64n) - 1n

/** Collects the digest of a table while its rows are read. */
export function createRowDigest(): { add(row: Row): void; value(): TableDigest } {
  let rows = 0
  let sum = 0n
  return {
    add(row) {
      rows++
      const text = JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))
      sum = (sum + createHash('sha256').update(text).digest().readBigUInt64BE()) & MASK
    },
    value: () => ({ rows, checksum: sum.toString(16) }),
  }
}
