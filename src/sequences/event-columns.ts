import type { NativeBlock, NativeColumn, Texts } from './native-block.ts'

/** The rows of a block of events, a column each. */
export interface EventColumns {
  readonly actor: Uint32Array | BigUint64Array
  /** Not negative. */
  readonly atMs: Uint32Array | Float64Array
  readonly mask: Uint8Array | Uint16Array | Uint32Array
  readonly value?: Texts
}

/** The columns `actor`, `at`, `mask` and, where there is one, `value` of a block with rows. @throws Error for other types. */
export function eventColumns({ columns }: NativeBlock): EventColumns {
  const value = columns.get('value')
  return {
    actor: actorsOf(columns.get('actor')),
    atMs: instantsOf(columns.get('at')),
    mask: masksOf(columns.get('mask')),
    ...(value !== undefined && { value: textsOf(value) }),
  }
}

function actorsOf(column: NativeColumn | undefined): Uint32Array | BigUint64Array {
  if (column instanceof Uint32Array || column instanceof BigUint64Array) return column
  throw new Error('The column actor of events is neither UInt32 nor UInt64.')
}

function instantsOf(column: NativeColumn | undefined): EventColumns['atMs'] {
  if (column instanceof Float64Array || column instanceof Uint32Array) return column
  if (column instanceof BigInt64Array || column instanceof BigUint64Array) return toFloats(column)
  throw new Error('The column at of events is neither Float64 nor UInt32, Int64 or UInt64.')
}

const TWO_TO_32 = 2 ** 32

// Half by half, which makes no bigint for a row. Milliseconds are far below 2^53.
function toFloats({ buffer, byteOffset, length }: BigInt64Array | BigUint64Array): Float64Array {
  const lows = new Uint32Array(buffer, byteOffset, 2 * length)
  const highs = new Int32Array(buffer, byteOffset, 2 * length)
  const floats = new Float64Array(length)
  for (let i = 0; i < length; i++) floats[i] = (lows[2 * i] ?? 0) + (highs[2 * i + 1] ?? 0) * TWO_TO_32
  return floats
}

function masksOf(column: NativeColumn | undefined): EventColumns['mask'] {
  if (column instanceof Uint8Array || column instanceof Uint16Array || column instanceof Uint32Array)
    return column
  throw new Error('The column mask of events is neither UInt8 nor UInt16 nor UInt32.')
}

function textsOf(column: NativeColumn): Texts {
  if ('texts' in column) return column
  throw new Error('The column value of events is no text.')
}
