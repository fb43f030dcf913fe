import type { HogqlNode, HogqlType } from '#hogql/expression.ts'
import { AMOUNT } from '#hogql/functions/time-unit.ts'
import { refuseAt } from '#hogql/refuse.ts'
import { type CheckContext, type Checked, madeOf } from './checked.ts'
import { convert } from './convert.ts'

const isDate = ({ type }: Checked) => type === 'day' || type === 'time'

/**
 * Checks a sum or a difference with a date. It can be a day and a number of days, an instant and a number
 * of seconds, or the difference between two dates. Null if neither part is a date.
 * @throws RequestError if two dates are added, or if a date is subtracted from a number.
 */
export function dateArithmetic(
  context: CheckContext,
  name: string,
  at: number,
  [first, second]: readonly Checked[],
): Checked | null {
  if ((name !== 'plus' && name !== 'minus') || first === undefined || second === undefined) return null
  if (isDate(first) && isDate(second)) {
    if (name === 'minus') return distance(context, at, first, second)
    throw refuseAt(context.source, at, 'adds two dates: add a number or an interval to a date')
  }
  if (isDate(first)) return moved(context, at, first, name === 'minus' ? negative(second) : second)
  if (!isDate(second)) return null
  if (name === 'plus') return moved(context, at, second, first)
  throw refuseAt(context.source, second.at, 'subtracts a date from a number')
}

/** Returns the number of days between two days, or of seconds between two instants. */
function distance(context: CheckContext, at: number, first: Checked, second: Checked): Checked {
  const ofDays = first.type === 'day' && second.type === 'day'
  const [from, to] = [second, first].map((part) => convert(context, part, 'time')) as [Checked, Checked]
  return ofDays
    ? made(context, at, 'dateDiff', 'number', [text('day'), from, to])
    : made(context, at, 'secondsBetween', 'number', [to, from])
}

function moved(context: CheckContext, at: number, date: Checked, number: Checked): Checked {
  const { type } = date
  if (type !== 'day' && type !== 'time') throw new TypeError('Not a date')
  const value = number.node.kind === 'value' ? number.node.value : null
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= AMOUNT.most
  return isWhole
    ? made(context, at, 'addInterval', type, [date, number, text(type === 'day' ? 'day' : 'second')])
    : made(context, at, 'addNumber', type, [date, number])
}

function negative(number: Checked): Checked {
  const { node, at } = number
  if (node.kind === 'value' && typeof node.value === 'number')
    return { ...number, node: { ...node, value: -node.value } }
  const zero: HogqlNode = { kind: 'value', type: 'number', value: 0 }
  return { ...number, at, node: { kind: 'call', name: 'minus', type: 'number', args: [zero, node] } }
}

const text = (value: string): Checked => ({
  node: { kind: 'value', type: 'text', value },
  ...({ type: 'text', at: 0, cost: 1, growth: 0 } as const),
})

const made = (
  context: CheckContext,
  at: number,
  name: string,
  type: HogqlType,
  parts: readonly Checked[],
): Checked =>
  madeOf(context, at, {
    node: { kind: 'call', name, type, args: parts.map(({ node }) => node) },
    type,
    cost: parts.reduce((sum, { cost }) => sum + cost, 0),
    growth: 0,
  })
