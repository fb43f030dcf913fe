import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import { parseStatement as parseSyntax } from '#hogql/syntax/parse-query.ts'
import type { Path } from '#query/places.ts'
import { checkQuery } from './check-query.ts'
import type { CheckedQuery } from './checked-query.ts'
import type { Environment } from './environment.ts'

export type PlaceholderValue = string | number | boolean | null

export interface Statement {
  readonly query: CheckedQuery
  /** Whether `{filters}` stands in it. */
  readonly hasFilters: boolean
}

/**
 * A SELECT statement in the language of docs/hogql.md, checked, as data. `values` are those of its placeholders.
 * @throws RequestError `invalid_input`, `max_length` or `not_supported`, with the place in the statement and `path` as `attr`
 */
export function parseStatement(
  text: string,
  path: Path,
  values: ReadonlyMap<string, PlaceholderValue> = new Map(),
): Statement {
  const source: HogqlSource = { text, path, noun: 'statement' }
  const most = HOGQL_LIMITS.statementCharacters
  if (text.length > most) throw refuseAt(source, most, `has more than ${most} characters`, 'max_length')
  const lone = text.search(/\p{Surrogate}/u)
  if (lone >= 0) throw refuseAt(source, lone, 'has half of a character, a lone surrogate')
  const counters = { sources: 0, cost: 0, hasFilters: false }
  const environment: Environment = { source, values, named: new Map(), counters, depth: 0, checkQuery }
  const query = checkQuery(parseSyntax(source), environment)
  return { query, hasFilters: counters.hasFilters }
}
