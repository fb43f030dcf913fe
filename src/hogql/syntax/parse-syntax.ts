import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import { BETWEEN_POWER, comparisonAt, IS_POWER, OPERATORS, POWERS } from './operators.ts'
import { isNotFinite, parsePrimary } from './primary.ts'
import { call, operation, type Syntax } from './syntax.ts'
import type { Token } from './token.ts'
import { createTokenReader, type TokenReader } from './token-reader.ts'

/**
 * Parses an expression to its syntax tree by precedence climbing, whose time is linear in the length of the
 * text. The time of the published parser is not linear, so only the tests use that parser, for comparison.
 * @throws RequestError with the position of the first token that cannot be read.
 */
export function parseSyntax(source: HogqlSource): Syntax {
  const reader = createTokenReader(source)
  const syntax = parseExpression(reader)
  const { kind, at } = reader.peek()
  if (kind === 'end') return syntax
  if (reader.is('as')) throw refuseAt(source, at, 'has an alias, which nothing can refer to: leave it out')
  throw refuseAt(source, at, 'continues, but an operator or its end is expected')
}

/** Parses an expression whose operators bind at least as strongly as `power`. */
export const parseExpression = (reader: TokenReader, power = 0): Syntax =>
  reader.deeper(() => {
    let left = parsePrefix(reader)
    for (;;) {
      const longer = parseInfix(reader, left, power)
      if (longer === null) return left
      left = longer
    }
  })

function parsePrefix(reader: TokenReader): Syntax {
  const { at } = reader.peek()
  if (reader.take('not')) return operation('not', at, [parseExpression(reader, POWERS.not)])
  const following = reader.peek(1)
  // A plus sign before a number belongs to the number, because a sum would need two sides.
  if (reader.is('+') && isNumberAt(following)) reader.next()
  if (!reader.is('-')) return parsePostfix(reader, parsePrimary(reader, parseExpression))
  reader.next()
  if (following.kind !== 'number')
    return operation('minus', at, [{ kind: 'value', value: 0, at }, parseExpression(reader, POWERS.sign)])
  reader.next()
  return parsePostfix(reader, { kind: 'value', value: -following.value, at })
}

const isNumberAt = (token: Token) =>
  token.kind === 'number' || (token.kind === 'name' && !token.isQuoted && isNotFinite(token.text))

function parsePostfix(reader: TokenReader, first: Syntax): Syntax {
  let of = first
  for (;;) {
    const longer = parsePart(reader, of) ?? parseCast(reader, of)
    if (longer === null) return of
    of = longer
  }
}

/**
 * Parses `a.b` or `a[1]`. A question mark before the dot or bracket changes nothing, because a missing part
 * is null in any case.
 */
function parsePart(reader: TokenReader, of: Syntax): Syntax | null {
  const { at } = reader.peek()
  if (reader.take('[') || reader.take('?.', '[')) {
    const index = parseExpression(reader)
    reader.expect(']')
    return { kind: 'index', of, index, at }
  }
  if (!reader.take('.') && !reader.take('?.')) return null
  const name = reader.next()
  if (name.kind !== 'name') throw reader.unexpected(name)
  return { kind: 'index', of, index: { kind: 'value', value: name.text, at: name.at }, at }
}

/** Parses `a::int`. */
function parseCast(reader: TokenReader, of: Syntax): Syntax | null {
  if (!reader.take('::')) return null
  const type = reader.next()
  if (type.kind !== 'name') throw reader.unexpected(type)
  return { kind: 'cast', of, type: type.text, at: type.at }
}

/**
 * Returns the longer expression that the next operator makes of `left`. Returns null if the next token is
 * no operator that binds at least as strongly as `power`.
 */
function parseInfix(reader: TokenReader, left: Syntax, power: number): Syntax | null {
  const token = reader.peek()
  const text = token.kind === 'symbol' || (token.kind === 'name' && !token.isQuoted) ? token.text : ''
  const operator = OPERATORS.get(text.toLowerCase())
  if (operator !== undefined && operator.power >= power) {
    reader.next()
    const right = parseExpression(reader, operator.power + 1)
    return operation(operator.name, token.at, sameOperator(left, operator.name, right))
  }
  if (POWERS.ternary >= power && reader.take('?')) return parseTernary(reader, left, token.at)
  if (POWERS.comparison >= power) {
    const comparison = comparisonAt(reader)
    if (comparison !== null)
      return operation(comparison, token.at, [left, parseExpression(reader, POWERS.comparison + 1)])
  }
  return parseTest(reader, left, power)
}

// `a and b and c` becomes one call, so the depth of the tree does not grow with its length.
function sameOperator(left: Syntax, name: string, right: Syntax): Syntax[] {
  const isLonger = left.kind === 'call' && left.call.isOperator && left.name === name
  return isLonger && ['and', 'or', 'concat'].includes(name) ? [...left.args, right] : [left, right]
}

function parseTernary(reader: TokenReader, condition: Syntax, at: number): Syntax {
  const yes = parseExpression(reader)
  reader.expect(':')
  return call('if', at, [condition, yes, parseExpression(reader, POWERS.ternary)])
}

function parseTest(reader: TokenReader, left: Syntax, power: number): Syntax | null {
  const { at } = reader.peek()
  if (BETWEEN_POWER >= power) {
    if (reader.take('not', 'between')) return operation('not', at, [parseBetween(reader, left, at)])
    if (reader.take('between')) return parseBetween(reader, left, at)
  }
  if (IS_POWER < power) return null
  if (reader.take('is', 'not', 'null')) return operation('isNotNull', at, [left])
  if (reader.take('is', 'null')) return operation('isNull', at, [left])
  return null
}

function parseBetween(reader: TokenReader, of: Syntax, at: number): Syntax {
  const low = parseExpression(reader, POWERS.sum)
  reader.expect('and')
  return operation('between', at, [of, low, parseExpression(reader, POWERS.sum)])
}
