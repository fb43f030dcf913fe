import { refuseAt } from '#hogql/refuse.ts'
import { call, operation, type Syntax } from './syntax.ts'
import type { Token } from './token.ts'
import type { TokenReader } from './token-reader.ts'

type Parse = (reader: TokenReader, power?: number) => Syntax

/**
 * Parses an operand: a value, a field, a call, or something in brackets. `parse` reads the expressions
 * inside.
 */
export function parsePrimary(reader: TokenReader, parse: Parse): Syntax {
  const token = reader.next()
  const { at } = token
  if (token.kind === 'number') return { kind: 'value', value: token.value, at }
  if (token.kind === 'text') return { kind: 'value', value: token.text, at }
  if (token.kind === 'name') return parseName(reader, token, parse)
  if (token.kind === 'symbol' && token.text === '(') return parseBrackets(reader, at, parse)
  if (token.kind === 'symbol' && token.text === '[')
    return { kind: 'array', items: parseItems(reader, ']', parse), at }
  if (token.kind === 'symbol' && token.text === '{') return parsePlaceholder(reader, at)
  throw reader.unexpected(token)
}

/** Parses the items up to the closing bracket. A comma may stand before the bracket. */
function parseItems(reader: TokenReader, closing: string, parse: Parse): Syntax[] {
  const items: Syntax[] = []
  while (!reader.take(closing)) {
    items.push(parse(reader))
    if (!reader.is(closing)) reader.expect(',')
  }
  return items
}

/** Parses `{filters}` or `{variables.name}`. */
function parsePlaceholder(reader: TokenReader, at: number): Syntax {
  if (reader.statement === null)
    throw refuseAt(reader.source, at, 'has a placeholder or a dictionary in braces', 'not_supported')
  const first = reader.next()
  if (first.kind !== 'name') throw refuseAt(reader.source, at, 'has braces without the name of a placeholder')
  const name = parseChain(reader, first.text).join('.')
  reader.expect('}')
  return { kind: 'placeholder', name, at }
}

/** Whether a query in brackets begins here. */
export const isQueryAhead = (reader: TokenReader): boolean => reader.is('select') || reader.is('with')

function parseBrackets(reader: TokenReader, at: number, parse: Parse): Syntax {
  if (reader.statement !== null && isQueryAhead(reader)) {
    const query = reader.statement.query(reader)
    reader.expect(')')
    return { kind: 'query', query, at }
  }
  const items = parseItems(reader, ')', parse)
  if (reader.take('->'))
    return { kind: 'lambda', names: items.map((item) => nameOf(reader, item)), body: parse(reader), at }
  const [only] = items
  if (only === undefined) throw refuseAt(reader.source, at, 'has empty brackets')
  return items.length === 1 ? only : { kind: 'tuple', items, at }
}

function nameOf(reader: TokenReader, item: Syntax): string {
  if (item.kind === 'field' && item.chain.length === 1) return item.chain[0] ?? ''
  throw refuseAt(reader.source, item.at, 'has no name before the -> of a lambda')
}

const VALUES: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * The words for numbers that are not finite. A value is passed on as data, and data cannot contain such a
 * number. So each word becomes a division by zero. The dividend is the number to which the word is mapped
 * here.
 */
const NOT_FINITE: ReadonlyMap<string, number> = new Map([
  ['inf', 1],
  ['infinity', 1],
  ['nan', 0],
])
export const isNotFinite = (word: string): boolean => NOT_FINITE.has(word.toLowerCase())

function quotient(over: number, at: number): Syntax {
  const number = (value: number): Syntax => ({ kind: 'value', value, at })
  return operation('divide', at, [number(over), number(0)])
}

function parseName(reader: TokenReader, token: Token & { kind: 'name' }, parse: Parse): Syntax {
  const { at, text } = token
  const isCall = reader.is('(')
  const word = token.isQuoted ? '' : text.toLowerCase()
  const value = VALUES.get(word)
  if (value !== undefined && !isCall) return { kind: 'value', value, at }
  const over = NOT_FINITE.get(word)
  if (over !== undefined && !isCall && !reader.is('.')) return quotient(over, at)
  const special = parseWord(reader, word, at, parse)
  if (special !== null) return special
  if (isCall) return parseCall(reader, token, parse)
  if (reader.take('->')) return { kind: 'lambda', names: [text], body: parse(reader), at }
  return { kind: 'field', chain: parseChain(reader, text), at }
}

/**
 * Parses an operand that begins with a word of the language. Returns null for a name that is no such word.
 */
function parseWord(reader: TokenReader, word: string, at: number, parse: Parse): Syntax | null {
  switch (word) {
    case 'select':
    case 'with':
      throw refuseQuery(reader, at)
    case 'cohort':
      return parseCohort(reader, at)
    case 'case':
      return parseCase(reader, at, parse)
    case 'array':
      return reader.take('[') ? { kind: 'array', items: parseItems(reader, ']', parse), at } : null
    case 'interval':
      return isAmount(reader) ? parseInterval(reader, at, parse) : null
    case 'cast':
    case 'try_cast':
      return reader.is('(') ? parseCast(reader, parse) : null
    default:
      return null
  }
}

/** Parses `cohort 5` after IN. Returns null if the word is the name of a field. */
function parseCohort(reader: TokenReader, at: number): Syntax | null {
  const token = reader.peek()
  if (reader.statement === null || (token.kind !== 'number' && token.kind !== 'text')) return null
  reader.next()
  return { kind: 'cohort', cohort: token.kind === 'number' ? token.value : token.text, at }
}

const refuseQuery = ({ source, statement }: TokenReader, at: number) =>
  statement === null
    ? refuseAt(source, at, 'has a subquery', 'not_supported')
    : refuseAt(source, at, 'has a query without its own brackets')

function parseChain(reader: TokenReader, first: string): string[] {
  const chain = [first]
  // Some clients send a key in plain quotes: `properties.'plan'`.
  while (reader.is('.') && ['name', 'text'].includes(reader.peek(1).kind)) {
    reader.next()
    const part = reader.next()
    if (part.kind === 'name' || part.kind === 'text') chain.push(part.text)
  }
  if (reader.is('('))
    throw refuseAt(reader.source, reader.peek().at, 'calls something that is not a function', 'not_supported')
  return chain
}

function parseCall(reader: TokenReader, { at, text }: Token & { kind: 'name' }, parse: Parse): Syntax {
  const first = parseArguments(reader, parse)
  // `quantile(0.9)(x)`
  const second = reader.is('(') ? parseArguments(reader, parse) : null
  const { args, isDistinct } = second ?? first
  const of = call(text, at, args, {
    isOperator: false,
    isDistinct,
    params: second === null ? null : first.args,
  })
  for (const clause of reader.statement === null ? ['over', 'filter'] : ['filter'])
    if (reader.is(clause))
      throw refuseAt(
        reader.source,
        reader.peek().at,
        `has the clause ${clause.toUpperCase()}`,
        'not_supported',
      )
  if (reader.statement === null || !reader.take('over')) return of
  return { kind: 'window', of, over: reader.statement.window(reader), at }
}

function parseArguments(reader: TokenReader, parse: Parse): { args: Syntax[]; isDistinct: boolean } {
  reader.expect('(')
  // count(*)
  if (reader.take('*', ')')) return { args: [], isDistinct: false }
  const isDistinct = reader.peek(1).kind !== 'symbol' && reader.take('distinct')
  return { args: parseItems(reader, ')', parse), isDistinct }
}

/**
 * Parses `case when a then b else c end`, which is multiIf(a, b, c), and `case x when 1 then b end`, which
 * compares x with each value.
 */
function parseCase(reader: TokenReader, at: number, parse: Parse): Syntax {
  const subject = reader.is('when') ? null : parse(reader)
  const args: Syntax[] = subject === null ? [] : [subject]
  while (reader.take('when')) {
    args.push(parse(reader))
    reader.expect('then')
    args.push(parse(reader))
  }
  if (args.length < 2) throw reader.unexpected(reader.peek())
  args.push(reader.take('else') ? parse(reader) : { kind: 'value', value: null, at })
  reader.expect('end')
  return call(subject === null ? 'multiIf' : 'caseWithExpression', at, args)
}

const isAmount = (reader: TokenReader) => {
  const { kind } = reader.peek()
  return kind === 'number' || kind === 'text' || (reader.is('-') && reader.peek(1).kind === 'number')
}

/** Parses `interval 7 day` or `interval '7 day'`. */
function parseInterval(reader: TokenReader, at: number, parse: Parse): Syntax {
  const token = reader.peek()
  if (token.kind === 'text') {
    reader.next()
    const [, amount = '', unit = ''] = /^\s*(-?\d{1,9})\s+([a-z]+)\s*$/i.exec(token.text) ?? []
    return {
      kind: 'interval',
      amount: { kind: 'value', value: Number(amount || Number.NaN), at: token.at },
      unit,
      at,
    }
  }
  const amount = parse(reader, Number.MAX_SAFE_INTEGER)
  const unit = reader.next()
  if (unit.kind !== 'name') throw refuseAt(reader.source, unit.at, 'has an interval without its unit')
  return { kind: 'interval', amount, unit: unit.text, at }
}

/** Parses `cast(x as Int)` and `cast(x, 'Int')`. */
function parseCast(reader: TokenReader, parse: Parse): Syntax {
  reader.expect('(')
  const of = parse(reader)
  if (!reader.take('as')) reader.expect(',')
  const type = reader.next()
  if (type.kind !== 'name' && type.kind !== 'text') throw reader.unexpected(type)
  reader.expect(')')
  return { kind: 'cast', of, type: type.text, at: type.at }
}
