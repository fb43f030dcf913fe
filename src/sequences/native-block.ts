import {
  atEnd,
  beginReading,
  passText,
  type Reading,
  readArray,
  readNumber,
  readText,
  readVarint,
} from './native-bytes.ts'

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array | BigInt64Array | BigUint64Array

/**
 * A column of texts. Row i has the text `rows[i]`, which is the UTF-8 in `bytes` from `starts[rows[i]]` to
 * `ends[rows[i]]`.
 */
export interface Texts {
  readonly bytes: Buffer
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly rows: Uint8Array | Uint16Array | Uint32Array
}

export type NativeColumn = Numbers | Texts

/** Some rows of a result, as columns. */
export interface NativeBlock {
  readonly rows: number
  readonly columns: ReadonlyMap<string, NativeColumn>
}

type ReadColumn = (reading: Reading, rows: number) => NativeColumn

const READ_COLUMN: Readonly<Record<string, ReadColumn>> = {
  UInt8: (reading, rows) => readArray(reading, Uint8Array, rows),
  UInt16: (reading, rows) => readArray(reading, Uint16Array, rows),
  UInt32: (reading, rows) => readArray(reading, Uint32Array, rows),
  UInt64: (reading, rows) => readArray(reading, BigUint64Array, rows),
  Int64: (reading, rows) => readArray(reading, BigInt64Array, rows),
  Float64: (reading, rows) => readArray(reading, Float64Array, rows),
  String: (reading, rows) => ({
    ...readTexts(reading, rows),
    rows: Uint32Array.from({ length: rows }, (_, row) => row),
  }),
  'LowCardinality(String)': readLowCardinality,
}

/**
 * Yields the blocks of a result in ClickHouse's Native format. Columns of numbers become typed arrays that
 * are views of the bytes, so no number is parsed or copied. The bytes can be read only once, because
 * reading moves some of them. The engine's data is little-endian, as is every processor on which the engine
 * runs.
 * @throws Error for a column of another type, and if the bytes end too early.
 */
export function* nativeBlocks(bytes: Uint8Array): Generator<NativeBlock> {
  const reading = beginReading(bytes)
  while (!atEnd(reading)) yield readBlock(reading)
}

function readBlock(reading: Reading): NativeBlock {
  const columnCount = readVarint(reading)
  const rows = readVarint(reading)
  const columns = new Map<string, NativeColumn>()
  for (let i = 0; i < columnCount; i++) {
    const name = readText(reading)
    const type = readText(reading)
    const read = Object.hasOwn(READ_COLUMN, type) ? READ_COLUMN[type] : undefined
    if (read === undefined) throw new Error(`Column ${name} of a result in Native format is a ${type}.`)
    // If a block has no rows, its columns have no data at all, not even a dictionary.
    if (rows > 0) columns.set(name, read(reading, rows))
  }
  return { rows, columns }
}

function readTexts(reading: Reading, count: number): Omit<Texts, 'rows'> {
  const starts = new Uint32Array(count)
  const ends = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    starts[i] = passText(reading)
    ends[i] = reading.at
  }
  return { bytes: reading.bytes, starts, ends }
}

const DICTIONARY_VERSION = 1n
/**
 * Flag for a dictionary that several blocks share, as blocks in files do. In a result each block has its
 * own dictionary.
 */
const IS_SHARED = 1n << 8n
const HAS_KEYS = 1n << 9n
const INDEX_TYPE = 0xffn

// In each block, the column consists of a version, flags with the type of the indexes, the texts, and the
// index of each row's text.
function readLowCardinality(reading: Reading, rows: number): Texts {
  const version = readNumber(reading)
  if (version !== DICTIONARY_VERSION) throw new Error(`A dictionary in Native format has version ${version}.`)
  const flags = readNumber(reading)
  if ((flags & IS_SHARED) !== 0n || (flags & HAS_KEYS) === 0n)
    throw new Error(`A dictionary in Native format has flags ${flags}.`)
  const keyCount = Number(readNumber(reading))
  const texts = readTexts(reading, keyCount)
  const indexCount = Number(readNumber(reading))
  if (indexCount !== rows) throw new Error(`${rows} rows in Native format have ${indexCount} indexes.`)
  return { ...texts, rows: readIndexes(reading, flags & INDEX_TYPE, rows) }
}

function readIndexes(reading: Reading, type: bigint, rows: number): Texts['rows'] {
  switch (type) {
    case 0n:
      return readArray(reading, Uint8Array, rows)
    case 1n:
      return readArray(reading, Uint16Array, rows)
    case 2n:
      return readArray(reading, Uint32Array, rows)
    case 3n:
      return Uint32Array.from(readArray(reading, BigUint64Array, rows), Number)
    default:
      throw new Error(`The indexes of a dictionary in Native format have type ${type}.`)
  }
}
