import type { EventColumns } from './event-columns.ts'
import { createKeyNumbers, type KeyNumbers } from './key-numbers.ts'
import type { Texts } from './native-block.ts'

/** Events of one mask and one value are of one kind: a question has few kinds, so that a kind takes few bits. */
export interface EventKinds {
  /** The kinds of a block's rows. */
  ofRows(block: EventColumns): Uint8Array | Uint32Array
  /** All kinds are below it. */
  count(): number
  /** What the kinds that were given so far stand for. */
  tables(): KindTables
}

/** By kind. */
export interface KindTables {
  readonly masks: Uint32Array
  /** The number of the value; absent where events have none. */
  readonly values?: Uint32Array
}

/** Masks of a byte. */
const FEW_MASKS = 256
const EACH_MASK: KindTables = { masks: Uint32Array.from({ length: FEW_MASKS }, (_, mask) => mask) }

/** `numberTexts` gives the texts of a column their numbers. */
export function createEventKinds(numberTexts: (texts: readonly string[]) => Uint32Array): EventKinds {
  const keys = createKeyNumbers()
  let areMasks = false
  let hasValues = false
  return {
    ofRows({ mask, value }) {
      hasValues = value !== undefined
      areMasks = mask instanceof Uint8Array && !hasValues
      if (mask instanceof Uint8Array && value === undefined) return mask
      const kinds = new Uint32Array(mask.length)
      if (value === undefined) kindsOfMasks(mask, keys, kinds)
      else kindsOfValues(mask, value, numberTexts(value.texts), keys, kinds)
      return kinds
    },
    count: () => (areMasks ? FEW_MASKS : keys.count()),
    tables() {
      if (areMasks) return EACH_MASK
      return hasValues ? { masks: keys.lows(), values: keys.highs() } : { masks: keys.lows() }
    },
  }
}

function kindsOfMasks(mask: EventColumns['mask'], keys: KeyNumbers, kinds: Uint32Array): void {
  // The rows of one event follow one another, and mostly have one kind.
  let lastMask = mask[0] ?? 0
  let lastKind = keys.numberOf(lastMask, 0)
  for (let row = 0; row < mask.length; row++) {
    const bits = mask[row] ?? 0
    if (bits !== lastMask) {
      lastMask = bits
      lastKind = keys.numberOf(bits, 0)
    }
    kinds[row] = lastKind
  }
}

/** Texts of a block of which each mask has a place in a table. */
const FEW_TEXTS = 1024
const UNKNOWN = 0xffff_ffff

function kindsOfValues(
  mask: EventColumns['mask'],
  { texts, rows }: Texts,
  numbers: Uint32Array,
  keys: KeyNumbers,
  kinds: Uint32Array,
): void {
  const isSmall = mask instanceof Uint8Array && texts.length <= FEW_TEXTS
  const known = new Uint32Array(isSmall ? texts.length * FEW_MASKS : 0).fill(UNKNOWN)
  for (let row = 0; row < mask.length; row++) {
    const bits = mask[row] ?? 0
    const text = rows[row] ?? 0
    const place = text * FEW_MASKS + bits
    let kind = isSmall ? (known[place] ?? UNKNOWN) : UNKNOWN
    if (kind === UNKNOWN) {
      kind = keys.numberOf(bits, numbers[text] ?? 0)
      if (isSmall) known[place] = kind
    }
    kinds[row] = kind
  }
}
