/** A leaf of a Parquet file's schema, as the file's metadata names it. */
export interface ParquetLeaf {
  /** Names from the column down to the leaf, joined by dots, including the names of lists and maps. */
  readonly path: string
  /** Physical type: `INT64`, `BYTE_ARRAY`. */
  readonly physical: string
  /** Logical type: `String`, `Decimal(precision=18, scale=2)`; `None` if there is none. */
  readonly logical: string
}

/** A column that is in no row of the result. `why` is the end of a sentence. */
export interface ColumnLeftOut {
  readonly name: string
  readonly why: string
}

export interface ParquetColumns {
  readonly columns: readonly string[]
  /** Types of the columns for the engine; null if the engine finds them itself. */
  readonly types: readonly string[] | null
  /** Columns of bytes whose type does not say that the bytes are text. */
  readonly untyped: readonly string[]
  readonly leftOut: readonly ColumnLeftOut[]
}

/** An interval consists of months, days and milliseconds, which together are not one number. */
const isInterval = ({ logical }: ParquetLeaf) => logical === 'Interval'
const isUntyped = ({ physical, logical }: ParquetLeaf) =>
  (physical === 'BYTE_ARRAY' || physical === 'FIXED_LEN_BYTE_ARRAY') && logical === 'None'

/** Returns whether a part of the schema has no name, like the tag of a union in a file from DuckDB. */
export const hasNameless = (leaves: readonly ParquetLeaf[]): boolean => leaves.some(isNameless)
const isNameless = ({ path }: ParquetLeaf) => path.split('.').includes('')

/**
 * Returns the columns of a file whose schema the engine can read. `names` are the columns that the engine
 * finds.
 */
export function readableColumns(names: readonly string[], leaves: readonly ParquetLeaf[]): ParquetColumns {
  const isOf = (name: string) => (leaf: ParquetLeaf) => leaf.path === name || leaf.path.startsWith(`${name}.`)
  const intervals = names.filter((name) => leaves.filter(isOf(name)).some(isInterval))
  const columns = names.filter((name) => !intervals.includes(name))
  return {
    columns,
    types: null,
    untyped: columns.filter((name) => leaves.some((leaf) => leaf.path === name && isUntyped(leaf))),
    leftOut: intervals.map((name) => ({ name, why: 'it has intervals of time' })),
  }
}

/**
 * Returns the columns of a file in which a part of the schema has no name. The engine reads no type of such
 * a file (ClickHouse 26.7.2.1, code 36), so only columns without nested parts can be read.
 */
export function plainColumns(leaves: readonly ParquetLeaf[]): ParquetColumns {
  const plain = leaves.filter((leaf) => !leaf.path.includes('.') && !isInterval(leaf))
  const all = [...new Set(leaves.map(({ path }) => path.split('.')[0] ?? path))]
  const left = all.filter((name) => !plain.some(({ path }) => path === name))
  return {
    columns: plain.map(({ path }) => path),
    types: plain.map(typeOf),
    untyped: plain.filter(isUntyped).map(({ path }) => path),
    leftOut: left.map((name) => ({ name, why: 'it is a union, or has parts in a file with a union' })),
  }
}

const PHYSICAL: Readonly<Record<string, string>> = {
  BOOLEAN: 'Bool',
  INT32: 'Int32',
  INT64: 'Int64',
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
}

function typeOf({ physical, logical }: ParquetLeaf): string {
  const [, precision, scale] = /^Decimal\(precision=(\d+), scale=(\d+)\)/.exec(logical) ?? []
  if (precision !== undefined) return `Nullable(Decimal(${precision}, ${scale}))`
  if (logical.startsWith('Timestamp(')) return "Nullable(DateTime64(6, 'UTC'))"
  if (logical === 'Date') return 'Nullable(Date32)'
  if (logical === 'UUID') return 'Nullable(UUID)'
  const isUnsigned = logical.startsWith('Int(') && logical.includes('isSigned=false')
  return `Nullable(${isUnsigned ? 'U' : ''}${PHYSICAL[physical] ?? 'String'})`
}
