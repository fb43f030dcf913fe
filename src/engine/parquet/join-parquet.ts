import {
  parseThrift,
  type ThriftField,
  type ThriftList,
  type ThriftStruct,
  thriftBytes,
} from './compact-thrift.ts'

/**
 * Joins Parquet files that have the same columns into one file with the rows of all, in the order of the
 * files.
 */
export interface ParquetJoin {
  /** Adds the rows of a complete Parquet file. Returns the next bytes of the joined file. */
  add(file: Uint8Array): Uint8Array
  /** Returns the last bytes of the joined file. @throws TypeError if no file was added */
  end(): Uint8Array
}

const MAGIC = Buffer.from('PAR1')
/** Number of bytes after the footer: 4 for its length, 4 for the magic. */
const TAIL = 8

/** Numbers of the fields of parquet.thrift that are read or changed here. */
const FILE = { rowCount: 3, rowGroups: 4 } as const
const GROUP = { columns: 1, fileOffset: 5 } as const
const COLUMN = { fileOffset: 2, about: 3, offsetIndex: 4, columnIndex: 6 } as const
const ABOUT = { dataPage: 9, indexPage: 10, dictionaryPage: 11, bloomFilter: 14 } as const

/**
 * Joins files without changing their pages. The footer of a Parquet file says where the pages begin,
 * counted from the start of the file. The new footer lists the row groups of all files, moved to where
 * their pages now are.
 */
export function createParquetJoin(): ParquetJoin {
  let written = 0
  let rowCount = 0n
  let first: ThriftStruct | null = null
  const groups: ThriftStruct[] = []
  return {
    add(file) {
      const { footer, footerAt } = footerOf(file)
      const isFirst = first === null
      first ??= footer
      const moved = BigInt(isFirst ? 0 : written - MAGIC.length)
      rowCount += numberIn(footer, FILE.rowCount)
      groups.push(...itemsIn(footer, FILE.rowGroups).map((group) => movedGroup(group, moved)))
      const bytes = file.subarray(isFirst ? 0 : MAGIC.length, footerAt)
      written += bytes.length
      return bytes
    },
    end() {
      if (first === null) throw new TypeError('There is no Parquet file to join')
      const counted = withValue(first, FILE.rowCount, () => rowCount)
      const footer = thriftBytes(withValue(counted, FILE.rowGroups, () => ({ type: STRUCT, items: groups })))
      const length = Buffer.alloc(4)
      length.writeUInt32LE(footer.length)
      return Buffer.concat([footer, length, MAGIC])
    },
  }
}

const STRUCT = 12

function footerOf(file: Uint8Array): { readonly footer: ThriftStruct; readonly footerAt: number } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const isWhole = bytes.subarray(0, 4).equals(MAGIC) && bytes.subarray(-4).equals(MAGIC)
  if (!isWhole) throw new TypeError('These bytes are not a Parquet file')
  const footerAt = bytes.length - TAIL - bytes.readUInt32LE(bytes.length - TAIL)
  return { footer: parseThrift(bytes.subarray(footerAt, -TAIL)), footerAt }
}

const numberIn = (struct: ThriftStruct, id: number): bigint =>
  (struct.get(id)?.value as bigint | undefined) ?? 0n
const itemsIn = (struct: ThriftStruct, id: number): readonly ThriftStruct[] =>
  ((struct.get(id)?.value as ThriftList | undefined)?.items ?? []) as readonly ThriftStruct[]

/** Returns the struct with the field changed; unchanged if it does not have the field. */
function withValue<Value extends ThriftField['value']>(
  struct: ThriftStruct,
  id: number,
  change: (value: Value) => ThriftField['value'],
): ThriftStruct {
  const field = struct.get(id)
  return field === undefined
    ? struct
    : new Map(struct).set(id, { ...field, value: change(field.value as Value) })
}

const moveAll = (struct: ThriftStruct, ids: readonly number[], by: bigint): ThriftStruct =>
  ids.reduce((moved, id) => withValue<bigint>(moved, id, (at) => at + by), struct)

function movedGroup(group: ThriftStruct, by: bigint): ThriftStruct {
  const moved = moveAll(group, [GROUP.fileOffset], by)
  return withValue<ThriftList>(moved, GROUP.columns, ({ type, items }) => ({
    type,
    items: items.map((column) => movedColumn(column as ThriftStruct, by)),
  }))
}

function movedColumn(column: ThriftStruct, by: bigint): ThriftStruct {
  const moved = moveAll(column, [COLUMN.fileOffset, COLUMN.offsetIndex, COLUMN.columnIndex], by)
  return withValue<ThriftStruct>(moved, COLUMN.about, (about) => moveAll(about, Object.values(ABOUT), by))
}
