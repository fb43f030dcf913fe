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
  const present = numbers
    .texts()
    .flatMap((text, row) => (text === undefined || size(row) === 0 ? [] : [{ text, row }]))
  const values = present
    .flatMap(({ text, row }) => (text === null || row === numbers.missing ? [] : [{ text, row }]))
    .sort((a, b) => size(b.row) - size(a.row) || (isBefore(a.text, b.text) ? -1 : 1))
  const others = [...values.slice(limit), ...present.filter(({ text }) => text === null)]
  const none = present.filter(({ row }) => row === numbers.missing)
  return [
    ...values.slice(0, limit).map(({ text, row }) => ({ text, members: [row] })),
    ...(others.length === 0 ? [] : [{ text: null, members: others.map(({ row }) => row) }]),
    ...none.map(({ text, row }) => ({ text, members: [row] })),
  ]
}
