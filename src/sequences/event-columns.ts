import type { NativeBlock, NativeColumn, Texts } from './native-block.ts'

/** The rows of a block of events, as columns. */
export interface EventColumns {
  readonly actor: Uint32Array | BigUint64Array
  /** The time of each event, in ms since the start of the part. */
  readonly atMs: Uint32Array | Float64Array
  /** The start of the part, in ms since the start of the range. */
  readonly sinceMs: number
  readonly mask: Uint8Array | Uint16Array | Uint32Array
  /** The number of each row's text. */
  readonly value?: Uint32Array
}

/**
 * Returns the columns `actor`, `at`, `mask` and, if the block has it, `value`. The block must have rows.
 * All columns except `value` are views of the block's bytes.
 * @throws Error for columns of other types.
 */
export function eventColumns(
  { columns }: NativeBlock,
  sinceMs: number,
  numbersOf: (texts: Texts) => Uint32Array,
): EventColumns {
  const value = columns.get('value')
  return {
    actor: actorsOf(columns.get('actor')),
    atMs: instantsOf(columns.get('at')),
    sinceMs,
    mask: masksOf(columns.get('mask')),
    ...(value !== undefined && { value: numbersOf(textsOf(value)) }),
  }
}

/**
 * The texts can be most of the bytes of a part. If the other columns take less than this share of its
 * bytes, these columns are copied, so that the bytes of the part itself can be freed.
 */
const LEAST_SHARE = 0.8

/**
 * Returns the columns of a part in the form in which they are kept, and the bytes that they take. As long
 * as a view of the part's bytes is kept, all of these bytes are kept.
 */
export function keptColumns(
  part: readonly EventColumns[],
  partBytes: number,
): { readonly kept: readonly EventColumns[]; readonly bytes: number } {
  const sum = (bytesOf: (columns: EventColumns) => number) =>
    part.reduce((total, columns) => total + bytesOf(columns), 0)
  const ofViews = sum(({ actor, atMs, mask }) => actor.byteLength + atMs.byteLength + mask.byteLength)
  const ofValues = sum(({ value }) => value?.byteLength ?? 0)
  return ofViews < partBytes * LEAST_SHARE
    ? { kept: part.map(copied), bytes: ofViews + ofValues }
    : { kept: part, bytes: partBytes + ofValues }
}

const copied = (columns: EventColumns): EventColumns => ({
  ...columns,
  actor: columns.actor.slice(),
  atMs: columns.atMs.slice(),
  mask: columns.mask.slice(),
})

function actorsOf(column: NativeColumn | undefined): Uint32Array | BigUint64Array {
  if (column instanceof Uint32Array || column instanceof BigUint64Array) return column
  throw new Error('The column actor of events is neither UInt32 nor UInt64.')
}

function instantsOf(column: NativeColumn | undefined): EventColumns['atMs'] {
  if (column instanceof Float64Array || column instanceof Uint32Array) return column
  throw new Error('The column at of events is neither Float64 nor UInt32.')
}

function masksOf(column: NativeColumn | undefined): EventColumns['mask'] {
  if (column instanceof Uint8Array || column instanceof Uint16Array || column instanceof Uint32Array)
    return column
  throw new Error('The column mask of events is neither UInt8 nor UInt16 nor UInt32.')
}

function textsOf(column: NativeColumn): Texts {
  if ('starts' in column) return column
  throw new Error('The column value of events is no text.')
}
