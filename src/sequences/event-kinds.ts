import type { EventColumns } from './event-columns.ts'
import { createKeyNumbers } from './key-numbers.ts'

/** Events of one mask and one value are of one kind: a question has few kinds, so that a kind takes few bits. */
export interface EventKinds {
  /** The kinds of a block's rows. */
  ofRows(block: EventColumns): Uint32Array
  /** All kinds are below it. */
  count(): number
  maskOf(kind: number): number
  /** Whether the events have values. */
  hasValues(): boolean
  /** The number of the value; 0 without values. */
  valueOf(kind: number): number
}

/** `numberTexts` gives the texts of a column their numbers. */
export function createEventKinds(numberTexts: (texts: readonly string[]) => Uint32Array): EventKinds {
  const keys = createKeyNumbers()
  let hasValues = false
  return {
    ofRows({ mask, value }) {
      const kinds = new Uint32Array(mask.length)
      hasValues = value !== undefined
      const numbers = value === undefined ? undefined : numberTexts(value.texts)
      // The rows of one event follow one another, and mostly have one kind.
      let lastMask = 0
      let lastText = 0
      let lastKind = -1
      for (let row = 0; row < mask.length; row++) {
        const bits = mask[row] ?? 0
        const text = value?.rows[row] ?? 0
        if (lastKind < 0 || bits !== lastMask || text !== lastText) {
          lastMask = bits
          lastText = text
          lastKind = keys.numberOf(bits, numbers?.[text] ?? 0)
        }
        kinds[row] = lastKind
      }
      return kinds
    },
    count: keys.count,
    hasValues: () => hasValues,
    maskOf: keys.lowOf,
    valueOf: keys.highOf,
  }
}
