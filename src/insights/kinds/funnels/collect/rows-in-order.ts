import type { Collect } from './collect.ts'
import type { WalkedRows } from './funnel-walk.ts'
import type { RowNumbers } from './row-numbers.ts'
import { isBefore } from './text-order.ts'

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
  { limit }: Pick<WalkedRows, 'limit'>,
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
 * Inserts a row into the largest rows, at its place, and returns the row that then drops out. So only a few
 * of millions of rows are ever sorted.
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
