import type { Collect } from './collect.ts'
import type { WalkedRows } from './funnel-walk.ts'
import type { RowNumbers } from './row-numbers.ts'
import { isBefore } from './text-order.ts'

interface OrderedRow {
  readonly text: string | null
  /** The rows of the walk that it stands for. */
  readonly members: readonly number[]
}

/** Of the rows of one walk those of a result: the largest first, then that of all further values, then that of the missing value. None without an actor. */
export function rowsInOrder(
  { limit }: Pick<WalkedRows, 'limit'>,
  numbers: RowNumbers,
  { size }: Pick<Collect<unknown>, 'size'>,
): OrderedRow[] {
  const texts = numbers.texts()
  const isLarger = (row: number, other: number) =>
    size(row) > size(other) ||
    (size(row) === size(other) && isBefore(texts[row] as string, texts[other] as string))
  const largest: number[] = []
  const others: number[] = []
  let none: number[] = []
  for (let row = 0; row < texts.length; row++) {
    if (texts[row] === undefined || size(row) === 0) continue
    if (row === numbers.missing) none = [row]
    else if (texts[row] === null) others.push(row)
    else others.push(...keepLargest(largest, row, limit, isLarger))
  }
  return [
    ...largest.map((row) => ({ text: texts[row] as string, members: [row] })),
    ...(others.length === 0 ? [] : [{ text: null, members: others }]),
    ...none.map((row) => ({ text: texts[row] as string, members: [row] })),
  ]
}

/** Puts a row among the largest, at its place: the row that is none of them then. Of millions of rows few are ever put in order. */
function keepLargest(
  largest: number[],
  row: number,
  limit: number,
  isLarger: (row: number, other: number) => boolean,
): number[] {
  if (largest.length >= limit && (limit === 0 || !isLarger(row, largest[limit - 1] as number))) return [row]
  let [low, high] = [0, largest.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isLarger(row, largest[middle] as number)) high = middle
    else low = middle + 1
  }
  largest.splice(low, 0, row)
  return largest.splice(limit)
}
