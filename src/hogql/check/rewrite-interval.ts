import { AMOUNT, TIME_UNITS } from '#hogql/functions/time-unit.ts'
import { refuseAt } from '#hogql/refuse.ts'
import { call, operation, type Syntax } from '#hogql/syntax/syntax.ts'
import { unitOf } from './check-literal.ts'
import type { CheckContext } from './checked.ts'

type Call = Syntax & { kind: 'call' }

interface Interval {
  readonly amount: Syntax
  readonly unit: Syntax
}

const unitAt = (unit: string, at: number): Syntax => ({ kind: 'value', value: unit, at })

/** Returns the interval in `interval 7 day` and `toIntervalDay(7)`. Null for anything else. */
function intervalOf(syntax: Syntax): Interval | null {
  if (syntax.kind === 'interval') return { amount: syntax.amount, unit: unitAt(syntax.unit, syntax.at) }
  if (syntax.kind !== 'call' || syntax.args.length !== 1) return null
  const [, unit] = /^tointerval([a-z]+)$/i.exec(syntax.name) ?? []
  const [amount] = syntax.args
  return unit === undefined || amount === undefined ? null : { amount, unit: unitAt(unit, syntax.at) }
}

/** Rewrites `a + interval 7 day` and `a - interval 7 day`. */
export function withInterval(context: CheckContext, syntax: Call, first: Syntax, second: Syntax): Syntax {
  const sign = syntax.name.toLowerCase() === 'plus' ? 1 : -1
  const after = intervalOf(second)
  if (after !== null) return added(context, first, after, sign)
  const before = sign === 1 ? intervalOf(first) : null
  return before === null ? syntax : added(context, second, before, 1)
}

/** Rewrites `dateAdd('day', 7, timestamp)` and `dateAdd(timestamp, interval 7 day)`. */
export function dateAdded(context: CheckContext, syntax: Call, first: Syntax, second: Syntax): Syntax {
  const [, , of] = syntax.args
  const sign = /sub(?:tract)?$/i.test(syntax.name) ? -1 : 1
  if (of !== undefined) return added(context, of, { amount: second, unit: first }, sign)
  const interval = intervalOf(second)
  return interval === null ? syntax : added(context, first, interval, sign)
}

/** Rewrites of `addDays(timestamp, 7)` and `subtractDays(timestamp, 7)`, for each unit. */
export const UNIT_ADDITIONS = TIME_UNITS.flatMap((unit) =>
  ([1, -1] as const).map(
    (sign) =>
      [
        `${sign === 1 ? 'add' : 'subtract'}${unit}s`,
        (context: CheckContext, { at }: Call, of: Syntax, amount: Syntax) =>
          added(context, of, { amount, unit: unitAt(unit, at) }, sign),
      ] as const,
  ),
)

function added({ source }: CheckContext, of: Syntax, { amount, unit }: Interval, sign: 1 | -1): Syntax {
  const { at } = amount
  const value = amount.kind === 'value' ? amount.value : null
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || Math.abs(value) > AMOUNT.most)
    throw refuseAt(source, at, `needs an interval with a literal whole number up to ${AMOUNT.most}`)
  const isShort = unit.kind === 'value' && /^(?:second|minute|hour)s?$/i.test(String(unit.value))
  const start = isShort ? operation('toDateTime', of.at, [of]) : of
  return operation('addInterval', at, [start, { kind: 'value', value: sign * value, at }, unit])
}

/** Returns an interval in the largest unit of the clock that divides it: 60 minutes are an hour. */
function inLargestUnit(count: number, unit: string): { count: number; unit: string } {
  if ((unit === 'second' || unit === 'minute') && count % 60 === 0)
    return inLargestUnit(count / 60, unit === 'second' ? 'minute' : 'hour')
  return unit === 'hour' && count % 24 === 0 ? { count: count / 24, unit: 'day' } : { count, unit }
}

const ofUnit = (unit: string) => `toStartOf${unit.slice(0, 1).toUpperCase()}${unit.slice(1)}`

/**
 * Rewrites `toStartOfInterval(timestamp, interval 15 minute)`. If the interval is a single unit, such as
 * one hour, the call becomes the function for this unit.
 */
export function startOfInterval(context: CheckContext, syntax: Call, of: Syntax, second: Syntax): Syntax {
  const { at } = syntax
  const [, , zone, ...others] = syntax.args
  if (others.length > 0)
    throw refuseAt(context.source, at, 'calls toStartOfInterval with more than three arguments')
  const moved = zone === undefined ? of : operation('toTimeZone', at, [of, zone])
  const refuse = (problem: string) => refuseAt(context.source, second.at, problem)
  const interval = intervalOf(second)
  if (interval === null) throw refuse('needs an interval, such as interval 15 minute')
  const { amount, unit } = interval
  const [value, written] = [amount, unit].map((part) => (part.kind === 'value' ? part.value : null))
  const name = unitOf(String(written))
  if (!(TIME_UNITS as readonly string[]).includes(name)) throw refuse(`needs one of ${TIME_UNITS.join(', ')}`)
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1 || value > AMOUNT.most)
    throw refuse(`needs an interval with a literal whole number from 1 to ${AMOUNT.most}`)
  const { count, unit: largest } = inLargestUnit(value, name)
  if (largest === 'hour' && count > 24) throw refuse('needs hours up to 24, or whole days')
  if (count === 1) return call(ofUnit(largest), at, [moved])
  const isInstant = ['second', 'minute', 'hour', 'day'].includes(largest)
  return operation(isInstant ? 'startOfInterval' : 'firstDayOfInterval', at, [
    moved,
    { kind: 'value', value: count, at },
    unitAt(largest, at),
  ])
}
