import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { NO_NUMBERS, type NumericProperties } from '#hogql/numeric-properties.ts'
import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import { parseStatement as parseSyntax } from '#hogql/syntax/parse-query.ts'
import type { QuerySyntax } from '#hogql/syntax/select-syntax.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { Path } from '#shared/field-paths.ts'
import { checkQuery } from './check-query.ts'
import type { CheckedQuery } from './checked-query.ts'
import type { Environment } from './environment.ts'

export type PlaceholderValue = string | number | boolean | null

export interface Statement {
  readonly query: CheckedQuery
  /** Whether `{filters}` occurs in the statement. */
  readonly hasFilters: boolean
  /** The names of the other placeholders in the statement, in alphabetical order. */
  readonly placeholders: readonly string[]
}

/**
 * Parses and checks a SELECT statement in the language of docs/hogql.md, and returns it as data. `values`
 * are the values of its placeholders. The properties among `numbers` are numbers.
 * @throws RequestError `invalid_input`, `max_length` or `not_supported`, with the position in the
 * statement, and `path` as `attr`.
 */
export function parseStatement(
  text: string,
  path: Path,
  values: ReadonlyMap<string, PlaceholderValue> = new Map(),
  numbers: NumericProperties = NO_NUMBERS,
): Statement {
  const source = readableSource({ text, path, noun: 'statement' })
  return checked(parseSyntax(source), { source, values, numbers })
}

/**
 * Checks a statement whose parts were sent separately. Errors about the whole statement refer to `source`;
 * `sources` has the text of each part.
 * @throws RequestError
 */
export const checkParts = (
  syntax: QuerySyntax,
  source: HogqlSource,
  sources: ReadonlyMap<Syntax, HogqlSource>,
  numbers: NumericProperties,
): CheckedQuery => checked(syntax, { source, sources, numbers, values: new Map() }).query

type Parts = Pick<Environment, 'source' | 'sources' | 'values' | 'numbers'>

function checked(syntax: QuerySyntax, parts: Parts): Statement {
  const counters = { sources: 0, cost: 0, hasFilters: false, placeholders: new Set<string>() }
  const query = checkQuery(syntax, { ...parts, named: new Map(), counters, depth: 0, checkQuery })
  return { query, hasFilters: counters.hasFilters, placeholders: [...counters.placeholders].sort() }
}

/** @throws RequestError for a text that is too long or that no store can hold. */
export function readableSource(source: HogqlSource): HogqlSource {
  const { text } = source
  const most = HOGQL_LIMITS.statementCharacters
  if (text.length > most) throw refuseAt(source, most, `has more than ${most} characters`, 'max_length')
  const lone = text.search(/\p{Surrogate}/u)
  if (lone >= 0) throw refuseAt(source, lone, 'has half of a character, a lone surrogate')
  return source
}
