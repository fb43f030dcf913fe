import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { ReadableRow } from '#engine/readable-row.ts'

/** Rows of one table that were acknowledged together. `columns` are those of the lines, without `flat`. */
export interface LoggedRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly ReadableRow[]
}

// A record is the length of its body, the CRC-32 of the body (both four bytes, little-endian), and the body.
// The first line of the body is JSON with the table and the columns. Each further line is a row, of which the
// flat properties are the last field.
const HEAD_BYTES = 8

export function encodeRecord({ table, columns, rows }: LoggedRows): Buffer {
  const lines = rows.map(({ line, flat }) => `${line}\t${flat}`)
  const body = Buffer.from([JSON.stringify({ table, columns }), ...lines].join('\n'))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(body.length, 0)
  head.writeUInt32LE(crc32(body), 4)
  return Buffer.concat([head, body])
}

export interface ReadRecords {
  readonly records: readonly LoggedRows[]
  /**
   * Whether a record that was written to its end is damaged. It and all later records cannot be read. A
   * record that was cut off by a kill or a power cut was never acknowledged, and is no damage.
   */
  readonly isDamaged: boolean
}

/** Reads the records of a file, up to the first one that is cut off or damaged. */
export function decodeRecords(bytes: Buffer): ReadRecords {
  const records: LoggedRows[] = []
  let rest = bytes
  while (rest.length >= HEAD_BYTES) {
    const bodyBytes = rest.readUInt32LE(0)
    const body = rest.subarray(HEAD_BYTES, HEAD_BYTES + bodyBytes)
    if (body.length < bodyBytes || bodyBytes === 0) break
    if (crc32(body) !== rest.readUInt32LE(4)) return { records, isDamaged: true }
    records.push(rowsOf(body.toString()))
    rest = rest.subarray(HEAD_BYTES + bodyBytes)
  }
  return { records, isDamaged: false }
}

const Head = z.object({ table: z.string(), columns: z.array(z.string()) })

function rowsOf(body: string): LoggedRows {
  const [head = '', ...lines] = body.split('\n')
  return { ...Head.parse(JSON.parse(head)), rows: lines.map(rowOf) }
}

function rowOf(text: string): ReadableRow {
  const tab = text.lastIndexOf('\t')
  return { line: text.slice(0, tab), flat: text.slice(tab + 1) }
}
