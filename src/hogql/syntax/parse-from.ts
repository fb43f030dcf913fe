import { refuseAt } from '#hogql/refuse.ts'
import { parseAlias } from './parse-alias.ts'
import { parseExpression } from './parse-syntax.ts'
import { isQueryAhead } from './primary.ts'
import type { Join, SourceSyntax } from './select-syntax.ts'
import type { Syntax } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

/**
 * Parses the tables and queries after FROM.
 * @throws RequestError
 */
export function parseFrom(reader: TokenReader): SourceSyntax[] {
  const sources = [parseSource(reader, 'first')]
  for (;;) {
    const join = joinAt(reader)
    if (join === null) return sources
    sources.push(parseSource(reader, join))
  }
}

const OUTER = ['left', 'right', 'full'] as const

/** Takes the words of a join. Returns null at the end of FROM. */
function joinAt(reader: TokenReader): Join | null {
  const { at } = reader.peek()
  if (reader.take(',') || reader.take('cross', 'join')) return 'cross'
  for (const word of ['global', 'any', 'all', 'asof', 'semi', 'anti', 'array'])
    if (reader.is(word))
      throw refuseAt(reader.source, at, `has a join with ${word.toUpperCase()}`, 'not_supported')
  for (const join of OUTER) {
    if (reader.take(join, 'outer', 'join') || reader.take(join, 'join')) return join
    if (reader.is(join))
      throw refuseAt(reader.source, at, `has a join that is not ${join.toUpperCase()} JOIN`, 'not_supported')
  }
  return reader.take('inner', 'join') || reader.take('join') ? 'inner' : null
}

function parseSource(reader: TokenReader, join: Join): SourceSyntax {
  const { at } = reader.peek()
  const from = parseTable(reader)
  const alias = parseAlias(reader)
  for (const word of ['final', 'sample'])
    if (reader.is(word))
      throw refuseAt(
        reader.source,
        reader.peek().at,
        `has ${word.toUpperCase()}: leave it out`,
        'not_supported',
      )
  if (join === 'first' || join === 'cross') return { at, join, from, alias, on: null, using: [] }
  if (reader.take('on')) return { at, join, from, alias, on: parseExpression(reader), using: [] }
  if (!reader.take('using'))
    throw refuseAt(reader.source, at, 'has a join without its condition: write ON or USING')
  return { at, join, from, alias, on: null, using: parseUsing(reader) }
}

function parseUsing(reader: TokenReader): Syntax[] {
  const hasBrackets = reader.take('(')
  const columns = [parseExpression(reader)]
  while (hasBrackets && reader.take(',')) columns.push(parseExpression(reader))
  if (hasBrackets) reader.expect(')')
  return columns
}

function parseTable(reader: TokenReader): SourceSyntax['from'] {
  if (reader.take('(')) {
    if (!isQueryAhead(reader) && !reader.is('(')) throw reader.unexpected(reader.peek())
    const query = reader.statement?.query(reader)
    if (query === undefined) throw reader.unexpected(reader.peek())
    reader.expect(')')
    return { kind: 'query', query }
  }
  const name = reader.next()
  if (name.kind !== 'name') throw refuseAt(reader.source, name.at, 'needs a table or a query after FROM')
  if (reader.is('('))
    throw refuseAt(reader.source, name.at, 'has a table function: only tables can be read', 'not_supported')
  if (reader.is('.'))
    throw refuseAt(reader.source, name.at, 'has a table of another database', 'not_supported')
  return { kind: 'table', name: name.text }
}
