import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import { withoutEnd } from '#shared/without-end.ts'
import { parseOrderBy } from './parse-lists.ts'
import { parseSelect } from './parse-select.ts'
import { parseExpression } from './parse-syntax.ts'
import { parseWindow } from './parse-window.ts'
import { isQueryAhead } from './primary.ts'
import type { NamedQuerySyntax, OrderSyntax, QuerySyntax, SelectSyntax } from './select-syntax.ts'
import type { Syntax } from './syntax.ts'
import { createTokenReader, type StatementParts, type TokenReader } from './token-reader.ts'

const STATEMENT: StatementParts = { query: parseQuery, window: parseWindow }

const isAfterEnd = (sign: string) => sign === ';' || sign.trim() === ''

/**
 * Parses a whole statement, which may end with a semicolon.
 * @throws RequestError with the position of the first problem.
 */
export function parseStatement(source: HogqlSource): QuerySyntax {
  const reader = createTokenReader({ ...source, text: withoutEnd(source.text, isAfterEnd) }, STATEMENT)
  if (!isQueryAhead(reader) && !reader.is('('))
    throw refuseAt(source, reader.peek().at, 'is not a SELECT statement: begin it with SELECT or WITH')
  const query = parseQuery(reader)
  requireEnd(reader)
  return query
}

/**
 * Parses an expression of a statement that is sent by itself.
 * @throws RequestError
 */
export const parseValue = (source: HogqlSource): Syntax => parseAll(source, parseExpression)

/**
 * Parses keys of ORDER BY that are sent by themselves.
 * @throws RequestError
 */
export const parseKeys = (source: HogqlSource): OrderSyntax[] => parseAll(source, parseOrderBy)

function parseAll<T>(source: HogqlSource, parse: (reader: TokenReader) => T): T {
  const reader = createTokenReader(source, STATEMENT)
  const parsed = parse(reader)
  requireEnd(reader)
  return parsed
}

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['settings', 'has SETTINGS, which cannot be changed'],
  ['format', 'has a FORMAT: the format is chosen by the request'],
  ['into', 'has an INTO: a statement only reads'],
  ['window', 'has a WINDOW clause: write the window after OVER'],
  ['intersect', 'has an INTERSECT: use IN with a query'],
  ['except', 'has an EXCEPT: use NOT IN with a query'],
  ['qualify', 'has a QUALIFY: use WHERE in a query around this one'],
])

function requireEnd(reader: TokenReader): void {
  const token = reader.peek()
  if (token.kind === 'end') return
  const problem = token.kind === 'name' ? REFUSED.get(token.text.toLowerCase()) : undefined
  if (problem !== undefined) throw refuseAt(reader.source, token.at, problem, 'not_supported')
  throw refuseAt(reader.source, token.at, `has ${shown(reader)}, but its end is expected`)
}

function shown(reader: TokenReader): string {
  const { at, end } = reader.peek()
  return `'${reader.source.text.slice(at, Math.min(end, at + 40))}'`
}

/** Parses a query from WITH or SELECT to its last clause. */
function parseQuery(reader: TokenReader): QuerySyntax {
  return reader.deeper(() => {
    const { at } = reader.peek()
    const named = reader.take('with') ? parseNamed(reader) : []
    const selects = [...parseMember(reader)]
    const kinds = new Set<boolean>()
    while (reader.take('union')) {
      kinds.add(!reader.take('all'))
      reader.take('distinct')
      selects.push(...parseMember(reader))
    }
    if (kinds.size > 1)
      throw refuseAt(reader.source, at, 'mixes UNION ALL and UNION DISTINCT: put one of them into a subquery')
    return { at, named, selects, isDistinctUnion: kinds.has(true) }
  })
}

/** Parses one member of a UNION, which may be in brackets. */
function parseMember(reader: TokenReader): readonly SelectSyntax[] {
  if (!reader.take('(')) return [parseSelect(reader)]
  const { at, named, selects, isDistinctUnion } = parseQuery(reader)
  reader.expect(')')
  if (named.length > 0 || isDistinctUnion)
    throw refuseAt(reader.source, at, 'has WITH or UNION DISTINCT inside a UNION', 'not_supported')
  return selects
}

/** Parses `name AS (SELECT …)`, separated by commas. */
function parseNamed(reader: TokenReader): NamedQuerySyntax[] {
  if (reader.is('recursive'))
    throw refuseAt(reader.source, reader.peek().at, 'has a recursive WITH', 'not_supported')
  const named: NamedQuerySyntax[] = []
  do {
    const name = reader.next()
    if (name.kind !== 'name')
      throw refuseAt(reader.source, name.at, 'needs the name of a query after WITH: WITH name AS (SELECT …)')
    reader.expect('as')
    reader.expect('(')
    named.push({ at: name.at, name: name.text, query: parseQuery(reader) })
    reader.expect(')')
  } while (reader.take(','))
  return named
}
