import type { ValueTexts } from '#sequences/actor-events.ts'
import { twice } from '#sequences/key-numbers.ts'
import type { Collect } from './collect.ts'

/** Assigns numbers to the rows of a breakdown in one walk: 0, 1, 2, … */
export interface RowNumbers {
  /** Returns the number of the row that an event's value belongs to. */
  rowOf(value: number, values: ValueTexts): number
  /** The number of the row of the missing value. */
  readonly missing: number
  /** Returns how many rows there are. */
  count(): number
  /**
   * Returns the text of a row's value. Null for the row of all other values; undefined for this row if the
   * result leaves it out.
   */
  textOf(row: number): string | null | undefined
}

const NOT_KNOWN = 0xffff_ffff
const FIRST_ROWS = 1024

/**
 * Makes a row of each text. The rows keep no texts, because there can be millions: the walk itself has a
 * number for each text, and the bytes of the text.
 */
export function rowsOfAllTexts(missingText: string): RowNumbers {
  const missing = 0
  // This is set again for every new value, but the texts stay the same: the number of a value, and its text,
  // do not change during a walk.
  let texts: ValueTexts | undefined
  // `known[value]` is the row of a value, or NOT_KNOWN. It is a typed array, because V8 would turn a list
  // with gaps into a table of objects.
  let known = new Uint32Array(FIRST_ROWS).fill(NOT_KNOWN)
  let valueOfRow = new Uint32Array(FIRST_ROWS)
  let count = 1
  const addRow = (value: number): number => {
    if (count === valueOfRow.length) valueOfRow = twice(valueOfRow)
    valueOfRow[count] = value
    return count++
  }
  const rowOfNew = (value: number, values: ValueTexts): number => {
    texts = values
    const isMissing = (values.at(value) ?? missingText) === missingText
    if (value >= known.length) {
      const longer = new Uint32Array(2 * Math.max(value, known.length)).fill(NOT_KNOWN)
      longer.set(known)
      known = longer
    }
    const row = isMissing ? missing : addRow(value)
    known[value] = row
    return row
  }
  return {
    missing,
    rowOf(value, values) {
      const row = known[value] ?? NOT_KNOWN
      return row === NOT_KNOWN ? rowOfNew(value, values) : row
    },
    count: () => count,
    textOf: (row) => (row === missing ? missingText : texts?.at(valueOfRow[row] ?? 0)),
  }
}

/**
 * Makes rows of the missing value and of the given texts. All other values share one row if `hasOther` is
 * true, and are in no row of the result otherwise.
 */
export function rowsOfTexts(given: readonly string[], missingText: string, hasOther: boolean): RowNumbers {
  const texts = [missingText, hasOther ? null : undefined, ...given.filter((text) => text !== missingText)]
  const other = 1
  const rows = new Map(texts.map((text, row) => [text, row]))
  const known: number[] = []
  return {
    missing: 0,
    rowOf(value, values) {
      known[value] ??= rows.get(values.at(value) ?? missingText) ?? other
      return known[value]
    },
    count: () => texts.length,
    textOf: (row) => texts[row],
  }
}

interface OrderedRow {
  readonly text: string | null
  /** The rows of the walk that this row stands for. */
  readonly members: readonly number[]
}

/**
 * Returns the rows of the result in display order: the largest rows, then the row of all other values, then
 * the row of missing values. Rows without actors are left out.
 */
export function rowsInOrder(
  { limit }: { readonly limit: number },
  numbers: RowNumbers,
  collect: Pick<Collect<unknown>, 'size'>,
): OrderedRow[] {
  const isLarger = (one: NamedRow, other: NamedRow) =>
    collect.size(one.row) > collect.size(other.row) ||
    (collect.size(one.row) === collect.size(other.row) && isBefore(one.text, other.text))
  const largest: NamedRow[] = []
  const others: number[] = []
  const none: OrderedRow[] = []
  for (let row = 0; row < numbers.count(); row++) {
    const text = collect.size(row) === 0 ? undefined : numbers.textOf(row)
    if (text === undefined) continue
    if (text === null) others.push(row)
    else if (row === numbers.missing) none.push({ text, members: [row] })
    else others.push(...keepLargest(largest, { row, text }, limit, isLarger))
  }
  return [
    ...largest.map(({ row, text }) => ({ text, members: [row] })),
    ...(others.length === 0 ? [] : [{ text: null, members: others }]),
    ...none,
  ]
}

interface NamedRow {
  readonly row: number
  readonly text: string
}

/**
 * Inserts a row at its position among the largest rows, and returns the row that then drops out. This way
 * only a few of millions of rows are ever sorted.
 */
function keepLargest(
  largest: NamedRow[],
  one: NamedRow,
  limit: number,
  isLarger: (one: NamedRow, other: NamedRow) => boolean,
): number[] {
  if (largest.length >= limit && (limit === 0 || !isLarger(one, largest[limit - 1] as NamedRow)))
    return [one.row]
  let [low, high] = [0, largest.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isLarger(one, largest[middle] as NamedRow)) high = middle
    else low = middle + 1
  }
  largest.splice(low, 0, one)
  return largest.splice(limit).map(({ row }) => row)
}

/** Matches texts in which all characters are below those that UTF-16 and UTF-8 order differently. */
const IS_PLAIN = /^[\0-\ud7ff]*$/

/** Returns whether `a` sorts before `b` in the engine, which compares bytes. */
export const isBefore = (a: string, b: string): boolean =>
  IS_PLAIN.test(a) && IS_PLAIN.test(b) ? a < b : Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0
