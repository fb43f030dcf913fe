import type { NativeBlock, NativeColumn, Texts } from './native-block.ts'

/** 49.7 days: the milliseconds that 32 bits count. */
const ERA_MS = 2 ** 32

/** The rows of a block of events, a column each. */
export interface EventColumns {
  readonly actor: Uint32Array | BigUint64Array
  /** Not negative, since the start of the era. */
  readonly atMs: Uint32Array | Float64Array
  /** The start of the era of all rows. */
  readonly eraMs: number
  readonly mask: Uint8Array | Uint16Array | Uint32Array
  /** The number of the text. */
  readonly value?: Uint32Array
}

/** The columns `actor`, `at`, `mask` and, where they are there, `era` and `value` of a block with rows. @throws Error for other types. */
export function eventColumns(
  { columns }: NativeBlock,
  numbersOf: (texts: Texts) => Uint32Array,
): EventColumns {
  const value = columns.get('value')
  return {
    actor: actorsOf(columns.get('actor')),
    ...inOneEra(instantsOf(columns.get('at')), columns.get('era')),
    mask: masksOf(columns.get('mask')),
    ...(value !== undefined && { value: numbersOf(textsOf(value)) }),
  }
}

function actorsOf(column: NativeColumn | undefined): Uint32Array | BigUint64Array {
  if (column instanceof Uint32Array || column instanceof BigUint64Array) return column
  throw new Error('The column actor of events is neither UInt32 nor UInt64.')
}

function instantsOf(column: NativeColumn | undefined): EventColumns['atMs'] {
  if (column instanceof Float64Array || column instanceof Uint32Array) return column
  throw new Error('The column at of events is neither Float64 nor UInt32.')
}

/** A block of few days has one era as a rule; the times of others are made one number each. */
function inOneEra(
  atMs: EventColumns['atMs'],
  era: NativeColumn | undefined,
): Pick<EventColumns, 'atMs' | 'eraMs'> {
  if (era === undefined) return { atMs, eraMs: 0 }
  if (!(era instanceof Uint8Array)) throw new Error('The column era of events is no UInt8.')
  const [first = 0] = era
  return areAll(era, first) ? { atMs, eraMs: first * ERA_MS } : { atMs: joined(atMs, era), eraMs: 0 }
}

// Plain loops: `every` and `Float64Array.from` with a function took a third of the time of a walk.
function areAll(era: Uint8Array, first: number): boolean {
  for (let row = 1; row < era.length; row++) if (era[row] !== first) return false
  return true
}

function joined(atMs: EventColumns['atMs'], era: Uint8Array): Float64Array {
  const all = new Float64Array(atMs.length)
  for (let row = 0; row < all.length; row++) all[row] = (atMs[row] ?? 0) + (era[row] ?? 0) * ERA_MS
  return all
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
