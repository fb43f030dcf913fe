import type { HogqlExpression, HogqlType } from '#hogql/expression.ts'
import { elementOf, isArray } from '#hogql/functions/definition.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import { operation, type Syntax } from '#hogql/syntax/syntax.ts'
import { checkCall } from './check-call.ts'
import { checkField, propertyAt, propertyPathOf } from './check-field.ts'
import { type CheckContext, type Checked, checkedValue, madeOf } from './checked.ts'
import { commonType } from './common-type.ts'
import { convert } from './convert.ts'

/**
 * Checks the names and types of a syntax tree and returns its expression.
 * @throws RequestError
 */
export function checkExpression(
  source: HogqlSource,
  syntax: Syntax,
  aggregates: 'refused' | 'possible',
  numbers: NumericProperties,
): HogqlExpression {
  const context: CheckContext = {
    source,
    aggregates,
    numbers,
    lambda: null,
    depth: 0,
    statement: null,
    check,
  }
  const { node, type } = check(syntax, context)
  return {
    text: source.text,
    type: type === 'null' ? 'text' : type,
    isAggregate: aggregates === 'possible',
    root: node,
  }
}

/**
 * Checks one part of an expression in its context.
 * @throws RequestError
 */
export function check(syntax: Syntax, outside: CheckContext): Checked {
  const context = { ...outside, depth: outside.depth + 1 }
  const { source, statement } = context
  // The tree of a long sum is deep, although the text of the sum has no nested brackets.
  if (context.depth > 2 * HOGQL_LIMITS.depth)
    throw refuseAt(source, syntax.at, `nests deeper than ${2 * HOGQL_LIMITS.depth} operations`, 'max_length')
  const key = context.aggregates === 'possible' ? statement?.groupKey(context, syntax) : undefined
  if (key !== undefined && key !== null) return key
  switch (syntax.kind) {
    case 'value': {
      const type =
        typeof syntax.value === 'string' ? 'text' : typeof syntax.value === 'boolean' ? 'boolean' : 'number'
      return checkedValue(
        syntax.value === null ? 'text' : type,
        syntax.value,
        syntax.at,
        context.lambda !== null,
      )
    }
    case 'field':
      return checkField(context, syntax)
    case 'index':
      return checkIndex(context, syntax)
    case 'array':
      return checkArray(context, syntax)
    case 'cast':
      return checkCast(context, syntax)
    case 'call':
      return checkCall(context, syntax)
    case 'query':
    case 'window':
    case 'cohort':
    case 'placeholder':
      if (statement === null) throw new TypeError(`An expression by itself has no ${syntax.kind}`)
      return statement.check(context, syntax)
    case 'tuple':
      throw refuseAt(
        source,
        syntax.at,
        'has a list in round brackets outside IN: write an array in square brackets',
      )
    case 'lambda':
      throw refuseAt(source, syntax.at, 'has a lambda outside an array function')
    case 'interval':
      throw refuseAt(source, syntax.at, 'has an interval that is not added to a date or subtracted from one')
  }
}

function checkIndex(context: CheckContext, syntax: Syntax & { kind: 'index' }): Checked {
  const path = propertyPathOf(context, syntax)
  return path === null
    ? context.check(operation('arrayElement', syntax.at, [syntax.of, syntax.index]), context)
    : propertyAt(context, path, syntax.at)
}

function checkArray(context: CheckContext, { items, at }: Syntax & { kind: 'array' }): Checked {
  const checked = items.map((item) => context.check(item, context))
  const chosen = commonType(context, checked, 'choice')
  const common = chosen === 'numeral' ? 'number' : chosen
  if (isArray(common)) throw refuseAt(context.source, at, 'has an array of arrays', 'not_supported')
  const parts = checked.map((item) => convert(context, item, common))
  return madeOf(context, at, {
    node: { kind: 'array', type: `${elementOf(common)}[]`, items: parts.map(({ node }) => node) },
    type: `${elementOf(common)}[]`,
    cost: parts.reduce((sum, { cost }) => sum + cost, 0),
    growth: parts.reduce((sum, { growth }) => sum + growth, 0),
  })
}

const CASTS: Readonly<Record<string, HogqlType>> = {
  text: 'text',
  string: 'text',
  varchar: 'text',
  float: 'number',
  float64: 'number',
  double: 'number',
  boolean: 'boolean',
  bool: 'boolean',
  date: 'day',
  datetime: 'time',
  timestamp: 'time',
}

function checkCast(context: CheckContext, { of, type, at }: Syntax & { kind: 'cast' }): Checked {
  const name = type.toLowerCase()
  if (/^(?:big)?int(?:eger|32|64)?$/.test(name)) return context.check(operation('toInt', at, [of]), context)
  const to = Object.hasOwn(CASTS, name) ? CASTS[name] : undefined
  if (to === undefined)
    throw refuseAt(
      context.source,
      at,
      `has the unknown type '${type.slice(0, 40)}': use ${[...Object.keys(CASTS), 'int'].join(', ')}`,
    )
  return convert(context, context.check(of, context), to)
}
