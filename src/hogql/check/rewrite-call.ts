import { AMOUNT, TIME_UNITS } from '#hogql/functions/date-functions.ts'
import { functionNamed } from '#hogql/functions/functions.ts'
import { refuseAt } from '#hogql/refuse.ts'
import { call, operation, type Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckContext } from './checked.ts'

type Call = Syntax & { kind: 'call' }

type Rewrite = (context: CheckContext, syntax: Call, first: Syntax, second: Syntax) => Syntax

/** Functions of two and more arguments that are defined by others. */
const REWRITES: ReadonlyMap<string, Rewrite> = new Map<string, Rewrite>([
  ['equals', (_, syntax, first, second) => nullTest(syntax, first, second)],
  ['notequals', (_, syntax, first, second) => nullTest(syntax, first, second)],
  ['in', (context, { at }, first, second) => membership(context, at, first, second, true)],
  ['notin', (context, { at }, first, second) => membership(context, at, first, second, false)],
  ['plus', withInterval],
  ['minus', withInterval],
  ['casewithexpression', (_, syntax) => caseOf(syntax)],
  ...['dateadd', 'date_add', 'datesub', 'date_sub'].map((name): [string, Rewrite] => [name, dateAdded]),
  ...TIME_UNITS.flatMap((unit): [string, Rewrite][] => [
    [
      `add${unit}s`,
      (context, { at }, of, amount) => added(context, of, { amount, unit: unitAt(unit, at) }, 1),
    ],
    [
      `subtract${unit}s`,
      (context, { at }, of, amount) => added(context, of, { amount, unit: unitAt(unit, at) }, -1),
    ],
  ]),
])

/** A call in the form in which functions are defined: without intervals, sets of values and `case` with a subject. @throws RequestError */
export function rewritten(context: CheckContext, syntax: Call): Syntax {
  const { at, args } = syntax
  const name = syntax.name.toLowerCase()
  if (name === 'count' && syntax.call.isDistinct) return call('uniq', at, args)
  if (syntax.call.params !== null) return withParameters(syntax, syntax.call.params)
  const [first, second] = args
  if (first === undefined || second === undefined) return syntax
  return REWRITES.get(name)?.(context, syntax, first, second) ?? syntax
}

/** `quantile(0.9)(x)` with one list of arguments, in the order of the definition. */
function withParameters(syntax: Call, parameters: readonly Syntax[]): Syntax {
  const { at, args } = syntax
  const name = functionNamed(syntax.name)
  if (name === 'quantile' || name === 'quantileIf') return call(name, at, [...parameters, ...args])
  if (name !== null && /^group(?:Uniq)?Array(?:If)?$/.test(name))
    return call(name, at, [...args, ...parameters])
  if (name !== 'windowFunnel') return syntax
  const [window, mode = { kind: 'value', value: 'default', at }, ...others] = parameters
  return window === undefined || others.length > 0 ? syntax : call(name, at, [window, mode, ...args])
}

/** `dateAdd('day', 7, timestamp)` */
function dateAdded(context: CheckContext, syntax: Call, unit: Syntax, amount: Syntax): Syntax {
  const [, , of] = syntax.args
  const sign = syntax.name.toLowerCase().endsWith('sub') ? -1 : 1
  return of === undefined ? syntax : added(context, of, { amount, unit }, sign)
}

const isNull = (syntax: Syntax) => syntax.kind === 'value' && syntax.value === null

// `= null` is written for IS NULL, as a comparison with null it would never hold.
function nullTest(syntax: Call, first: Syntax, second: Syntax): Syntax {
  if (syntax.args.length > 2 || (!isNull(first) && !isNull(second))) return syntax
  const name = syntax.name.toLowerCase() === 'equals' ? 'isNull' : 'isNotNull'
  return operation(name, syntax.at, [isNull(second) ? first : second])
}

function membership(context: CheckContext, at: number, of: Syntax, set: Syntax, isIn: boolean): Syntax {
  if (set.kind === 'tuple' || set.kind === 'array' || set.kind === 'value') {
    const items = set.kind === 'value' ? [set] : set.items
    const other = items.find((item) => item.kind !== 'value' || item.value === null)
    if (other !== undefined)
      throw refuseAt(context.source, other.at, 'has an IN of other than written values')
    if (items.length === 0) return { kind: 'value', value: !isIn, at }
    return operation(isIn ? 'in' : 'notIn', at, [of, ...items])
  }
  if (set.kind === 'field' && set.chain.join('.').toLowerCase() === 'cohort')
    throw refuseAt(context.source, set.at, 'has an IN COHORT: use a filter of type cohort', 'not_supported')
  const has = operation('has', at, [set, of])
  return isIn ? has : operation('not', at, [has])
}

/** `case x when 1 then a else b end` */
function caseOf({ at, args }: Call): Syntax {
  const [subject, ...choices] = args
  const tests = choices.map((choice, i) =>
    i % 2 === 0 && i < choices.length - 1 && subject !== undefined
      ? operation('equals', choice.at, [subject, choice])
      : choice,
  )
  return operation('multiIf', at, tests)
}

interface Interval {
  readonly amount: Syntax
  readonly unit: Syntax
}

const unitAt = (unit: string, at: number): Syntax => ({ kind: 'value', value: unit, at })

/** `interval 7 day` and `toIntervalDay(7)`. */
function intervalOf(syntax: Syntax): Interval | null {
  if (syntax.kind === 'interval') return { amount: syntax.amount, unit: unitAt(syntax.unit, syntax.at) }
  if (syntax.kind !== 'call' || syntax.args.length !== 1) return null
  const [, unit] = /^tointerval([a-z]+)$/i.exec(syntax.name) ?? []
  const [amount] = syntax.args
  return unit === undefined || amount === undefined ? null : { amount, unit: unitAt(unit, syntax.at) }
}

function withInterval(context: CheckContext, syntax: Call, first: Syntax, second: Syntax): Syntax {
  const sign = syntax.name.toLowerCase() === 'plus' ? 1 : -1
  const after = intervalOf(second)
  if (after !== null) return added(context, first, after, sign)
  const before = sign === 1 ? intervalOf(first) : null
  return before === null ? syntax : added(context, second, before, 1)
}

function added({ source }: CheckContext, of: Syntax, { amount, unit }: Interval, sign: 1 | -1): Syntax {
  const { at } = amount
  const value = amount.kind === 'value' ? amount.value : null
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || Math.abs(value) > AMOUNT.most)
    throw refuseAt(source, at, `needs an interval of a written whole number up to ${AMOUNT.most}`)
  const isShort = unit.kind === 'value' && /^(?:second|minute|hour)s?$/i.test(String(unit.value))
  const start = isShort ? operation('toDateTime', of.at, [of]) : of
  return operation('addInterval', at, [start, { kind: 'value', value: sign * value, at }, unit])
}
