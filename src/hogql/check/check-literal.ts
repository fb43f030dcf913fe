import type { Parameter } from '#hogql/functions/definition.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import { checkPatterns } from '#values/check-patterns.ts'
import { isReadableRegex } from '#values/readable-regex.ts'
import { zoneNamed } from '#values/zone-offsets.ts'
import { type CheckContext, type Checked, checkedValue } from './checked.ts'

type Literal = Extract<Parameter, { literal: string }>

/**
 * Checks an argument that must be written as a value.
 * @throws RequestError
 */
export function checkLiteral(context: CheckContext, syntax: Syntax, parameter: Literal): Checked {
  const value = syntax.kind === 'value' ? syntax.value : null
  if (typeof value === 'string' && isText(parameter)) {
    checkText(context, syntax.at, parameter, value)
    return checkedValue(
      'text',
      settledText(context, syntax.at, parameter, value),
      syntax.at,
      context.lambda !== null,
    )
  }
  if (typeof value === 'number' && isNumber(parameter, value)) return checkedValue('number', value, syntax.at)
  throw refuseAt(context.source, syntax.at, `needs ${expected(parameter)}`)
}

function settledText(context: CheckContext, at: number, { literal }: Literal, value: string): string {
  if (literal === 'choice') return unitOf(value)
  if (literal !== 'zone') return value
  const zone = zoneNamed(value)
  if (zone !== null) return zone
  throw refuseAt(
    context.source,
    at,
    `has the unknown time zone '${value.slice(0, 60)}': write Europe/Berlin or UTC`,
  )
}

const isText = ({ literal }: Literal) => literal !== 'whole' && literal !== 'fraction'

function isNumber(parameter: Literal, value: number): boolean {
  if (parameter.literal === 'fraction') return value >= 0 && value <= 1
  if (!isWhole(value)) return false
  if (parameter.literal === 'key') return value !== 0 && Math.abs(value) <= HOGQL_LIMITS.wholeNumber
  if (parameter.literal !== 'whole') return false
  return value >= parameter.least && value <= parameter.most && !(parameter.isPlace === true && value === 0)
}

function expected(parameter: Literal): string {
  switch (parameter.literal) {
    case 'key':
      return 'a key: a text literal, or a position in an array from 1'
    case 'fraction':
      return 'a number literal from 0 to 1'
    case 'whole':
      return `a literal whole number from ${parameter.least} to ${parameter.most}${parameter.isPlace === true ? ', not 0' : ''}`
    default:
      return 'a text literal'
  }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

/** Returns the unit that a text names: `days` and `DAY` are the unit `day`. */
export const unitOf = (text: string): string => text.toLowerCase().replace(/s$/, '')

const FORMAT = /^(?:[^%]|%[YmdHMSiyejabfFTDRp%])*$/

function checkText(context: CheckContext, at: number, parameter: Literal, value: string): void {
  const refuse = (problem: string) => refuseAt(context.source, at, problem)
  if (parameter.literal === 'choice' && !parameter.choices.includes(unitOf(value)))
    throw refuse(`needs one of ${parameter.choices.join(', ')}`)
  if (parameter.literal === 'format' && !FORMAT.test(value))
    throw refuse(
      'has a format with a placeholder that is not one of %Y %m %d %H %i %S %M %y %e %j %a %b %f %F %T %D %R %p',
    )
  if (parameter.literal === 'regex') {
    checkPatterns('regex', [value], context.source.path)
    if (!isReadableRegex(value)) throw refuse('has a regular expression that RE2 cannot read')
  }
  if (parameter.literal !== 'pattern') return
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(value)) throw refuse('has a pattern that ends with a backslash')
  checkPatterns('wildcards', [value], context.source.path)
}
