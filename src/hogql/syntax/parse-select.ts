import { refuseAt } from '#hogql/refuse.ts'
import { parseAlias } from './parse-alias.ts'
import { parseFrom } from './parse-from.ts'
import { parseList, parseOrderBy } from './parse-lists.ts'
import { parseExpression } from './parse-syntax.ts'
import type { ItemSyntax, SelectSyntax } from './select-syntax.ts'
import type { Syntax } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

/**
 * Parses one SELECT with its clauses.
 * @throws RequestError
 */
export function parseSelect(reader: TokenReader): SelectSyntax {
  const { at } = reader.expect('select')
  const isDistinct = reader.take('distinct')
  if (reader.is('top'))
    throw refuseAt(reader.source, reader.peek().at, 'has a TOP: use LIMIT', 'not_supported')
  const items = parseList(reader, parseItem)
  const from = reader.take('from') ? parseFrom(reader) : []
  const where: Syntax[] = []
  for (const word of ['prewhere', 'where']) if (reader.take(word)) where.push(parseExpression(reader))
  const groupBy = reader.take('group', 'by') ? parseGroupBy(reader) : []
  const having = reader.take('having') ? parseExpression(reader) : null
  const orderBy = reader.take('order', 'by') ? parseOrderBy(reader) : []
  return { at, isDistinct, items, from, where, groupBy, having, orderBy, ...parseLimits(reader) }
}

function parseItem(reader: TokenReader): ItemSyntax {
  const { at } = reader.peek()
  if (reader.is('from')) throw refuseAt(reader.source, at, 'has a SELECT without columns: name them')
  if (reader.take('*')) return { kind: 'all', of: null, at }
  const first = reader.peek()
  const isAllOf = reader.peek(1).kind === 'symbol' && isSymbol(reader, 1, '.') && isSymbol(reader, 2, '*')
  if (first.kind === 'name' && isAllOf) {
    for (let i = 0; i < 3; i++) reader.next()
    return { kind: 'all', of: first.text, at }
  }
  const value = parseExpression(reader)
  const text = reader.source.text.slice(at, reader.end())
  return { kind: 'value', value, text, alias: parseAlias(reader), at }
}

const isSymbol = (reader: TokenReader, ahead: number, text: string) => {
  const token = reader.peek(ahead)
  return token.kind === 'symbol' && token.text === text
}

function parseGroupBy(reader: TokenReader): Syntax[] {
  const keys = parseList(reader, (one) => parseExpression(one))
  if (reader.is('with')) {
    const problem = 'has a GROUP BY with totals, ROLLUP or CUBE'
    throw refuseAt(reader.source, reader.peek().at, problem, 'not_supported')
  }
  return keys
}

type Limits = Pick<SelectSyntax, 'limitBy' | 'limit' | 'offset'>

/** Parses `LIMIT 10`, `LIMIT 10 OFFSET 5`, `OFFSET 5`, and before them `LIMIT 1 BY key`. */
function parseLimits(reader: TokenReader): Limits {
  const limits: { -readonly [Key in keyof Limits]: Limits[Key] } = { limitBy: null, limit: null, offset: 0 }
  while (reader.take('limit')) {
    const count = parseWhole(reader)
    if (reader.is(','))
      throw refuseAt(
        reader.source,
        reader.peek().at,
        'has a LIMIT with a comma, which SQL dialects read in different ways: write LIMIT 10 OFFSET 5',
        'not_supported',
      )
    const behind = reader.take('offset') ? parseWhole(reader) : 0
    if (reader.take('by') && limits.limitBy === null) {
      limits.limitBy = { count, offset: behind, by: parseList(reader, (one) => parseExpression(one)) }
      continue
    }
    if (reader.is('with'))
      throw refuseAt(reader.source, reader.peek().at, 'has a LIMIT with ties', 'not_supported')
    return { ...limits, limit: count, offset: behind }
  }
  if (reader.take('offset')) limits.offset = parseWhole(reader)
  return limits
}

function parseWhole(reader: TokenReader): number {
  const token = reader.next()
  if (token.kind !== 'number' || !Number.isSafeInteger(token.value))
    throw refuseAt(reader.source, token.at, 'needs a literal whole number for its limit')
  return token.value
}
