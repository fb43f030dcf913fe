import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { ReadableRow } from '#engine/readable-row.ts'

/** Rows of one table that were acknowledged together. `columns` are those of the lines, without `flat`. */
export interface LoggedRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly ReadableRow[]
}

// A record has three numbers of four bytes, little-endian: the length of its body, the CRC-32 of the length
// and the CRC-32 of the body. The body follows. Its first line is JSON with the table and the columns. Each
// further line is a row, of which the flat properties are the last field.
const HEAD_BYTES = 12

export function encodeRecord({ table, columns, rows }: LoggedRows): Buffer {
  const lines = rows.map(({ line, flat }) => `${line}\t${flat}`)
  const body = Buffer.from([JSON.stringify({ table, columns }), ...lines].join('\n'))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(body.length, 0)
  head.writeUInt32LE(crc32(head.subarray(0, 4)), 4)
  head.writeUInt32LE(crc32(body), 8)
  return Buffer.concat([head, body])
}

export interface ReadRecords {
  readonly records: readonly LoggedRows[]
  /**
   * Whether some of the bytes are no record. A record that was cut off by a kill or a power cut was never
   * acknowledged, and is no damage.
   */
  readonly isDamaged: boolean
}

/** Reads the records of a file. After a damaged length, the rest of the file cannot be read. */
export function decodeRecords(bytes: Buffer): ReadRecords {
  const records: LoggedRows[] = []
  let isDamaged = false
  let rest = bytes
  while (rest.length >= HEAD_BYTES) {
    if (crc32(rest.subarray(0, 4)) !== rest.readUInt32LE(4))
      // A power cut can leave zeros if the length of the file was synced before its content.
      return { records, isDamaged: isDamaged || rest.some((byte) => byte !== 0) }
    const bodyBytes = rest.readUInt32LE(0)
    const body = rest.subarray(HEAD_BYTES, HEAD_BYTES + bodyBytes)
    if (body.length < bodyBytes) break
    if (crc32(body) === rest.readUInt32LE(8)) records.push(rowsOf(body.toString()))
    else isDamaged = true
    rest = rest.subarray(HEAD_BYTES + bodyBytes)
  }
  return { records, isDamaged }
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
