import { functionNamed } from '#hogql/functions/functions.ts'
import { refuseAt } from '#hogql/refuse.ts'
import { call, operation, type Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckContext } from './checked.ts'
import { dateAdded, startOfInterval, UNIT_ADDITIONS, withInterval } from './rewrite-interval.ts'
import { RENAMED } from './rewrite-names.ts'

type Call = Syntax & { kind: 'call' }

type Rewrite = (context: CheckContext, syntax: Call, first: Syntax, second: Syntax) => Syntax

/** Functions of at least two arguments that are defined by other functions. */
const REWRITES: ReadonlyMap<string, Rewrite> = new Map<string, Rewrite>([
  ['equals', (_, syntax, first, second) => nullTest(syntax, first, second)],
  ['notequals', (_, syntax, first, second) => nullTest(syntax, first, second)],
  ['in', (context, { at }, first, second) => membership(context, at, first, second, true)],
  ['notin', (context, { at }, first, second) => membership(context, at, first, second, false)],
  ['plus', withInterval],
  ['minus', withInterval],
  ['casewithexpression', (_, syntax) => caseOf(syntax)],
  ...['dateadd', 'date_add', 'datesub', 'date_sub', 'date_subtract'].map((name): [string, Rewrite] => [
    name,
    dateAdded,
  ]),
  ['tostartofinterval', startOfInterval],
  ...['datetrunc', 'date_trunc', 'formatdatetime'].map((name): [string, Rewrite] => [name, inZone]),
  ...UNIT_ADDITIONS,
])

/**
 * Rewrites a call to the form in which functions are defined. This form has no intervals, no sets of values,
 * and no `case` with a subject.
 * @throws RequestError
 */
export function rewritten(context: CheckContext, syntax: Call): Syntax {
  const { at, args } = syntax
  const name = syntax.name.toLowerCase()
  if (name === 'count' && syntax.call.isDistinct) return call('uniq', at, args)
  if (syntax.call.params !== null) return withParameters(syntax, syntax.call.params)
  const renamed = syntax.call.isOperator ? undefined : RENAMED.get(name)?.(syntax, context)
  if (renamed !== undefined && renamed !== syntax) return renamed
  const [first, second] = args
  if (first === undefined || second === undefined) return syntax
  return REWRITES.get(name)?.(context, syntax, first, second) ?? syntax
}

/**
 * Rewrites the time zone in `dateTrunc('day', timestamp, 'Europe/Berlin')` and in
 * `formatDateTime(timestamp, '%H', 'Europe/Berlin')` to a call of `toTimeZone`.
 */
function inZone(_: CheckContext, syntax: Call, first: Syntax, second: Syntax): Syntax {
  const { at, name, args } = syntax
  const [, , zone, ...others] = args
  if (zone === undefined || others.length > 0) return syntax
  const moved = (of: Syntax) => operation('toTimeZone', at, [of, zone])
  return call(name, at, /^format/i.test(name) ? [moved(first), second] : [first, moved(second)])
}

/** Rewrites `quantile(0.9)(x)` to one list of arguments, in the order of the function's definition. */
function withParameters(syntax: Call, parameters: readonly Syntax[]): Syntax {
  const { at, args } = syntax
  const name = functionNamed(syntax.name)
  if (name === 'quantile' || name === 'quantileIf' || name === 'topK')
    return call(name, at, [...parameters, ...args])
  if (name !== null && /^group(?:Uniq)?Array(?:If)?$/.test(name))
    return call(name, at, [...args, ...parameters])
  if (name !== 'windowFunnel') return syntax
  const [window, mode = { kind: 'value', value: 'default', at }, ...others] = parameters
  return window === undefined || others.length > 0 ? syntax : call(name, at, [window, mode, ...args])
}

const isNull = (syntax: Syntax) => syntax.kind === 'value' && syntax.value === null

// Rewrites `= null` to IS NULL, because this is what the author of the expression means. A comparison with
// null would never be true.
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
      throw refuseAt(context.source, other.at, 'has an IN with values that are not literals')
    if (items.length === 0) return { kind: 'value', value: !isIn, at }
    return operation(isIn ? 'in' : 'notIn', at, [of, ...items])
  }
  if (set.kind === 'field' && set.chain.join('.').toLowerCase() === 'cohort')
    throw refuseAt(context.source, set.at, 'has an IN COHORT: use a filter of type cohort', 'not_supported')
  const has = operation('has', at, [set, of])
  return isIn ? has : operation('not', at, [has])
}

/** Rewrites `case x when 1 then a else b end`. */
function caseOf({ at, args }: Call): Syntax {
  const [subject, ...choices] = args
  const tests = choices.map((choice, i) =>
    i % 2 === 0 && i < choices.length - 1 && subject !== undefined
      ? operation('equals', choice.at, [subject, choice])
      : choice,
  )
  return operation('multiIf', at, tests)
}
