import { HOGQL_LIMITS } from '#hogql/limits.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import type { QuerySyntax } from '#hogql/syntax/select-syntax.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckedQuery } from './checked-query.ts'

/** State that all parts of a statement share while the statement is checked. */
export interface Environment {
  readonly source: HogqlSource
  /** The texts of parts that were sent separately, by the syntax of each part. */
  readonly sources?: ReadonlyMap<Syntax, HogqlSource>
  /** The values of the placeholders `{name}` and `{variables.name}`. */
  readonly values: ReadonlyMap<string, string | number | boolean | null>
  /** The properties that are defined as numeric. */
  readonly numbers: NumericProperties
  /**
   * The queries of WITH that can be named here. A query of WITH can name only the queries that are written
   * before it.
   */
  readonly named: ReadonlyMap<string, NamedQuery>
  /** Counts everything whose number in a statement is limited. */
  readonly counters: Counters
  readonly depth: number
  /**
   * Checks a query in brackets.
   * @throws RequestError
   */
  checkQuery(syntax: QuerySyntax, environment: Environment): CheckedQuery
}

interface NamedQuery {
  readonly query: QuerySyntax
  readonly before: Environment['named']
}

export interface Counters {
  /** Number of sources in all FROM clauses. A query of WITH counts as often as it is named. */
  sources: number
  /** Number of parts in all expressions. */
  cost: number
  /** Whether `{filters}` occurs anywhere. */
  hasFilters: boolean
  /** The names of all other placeholders. */
  readonly placeholders: Set<string>
}

/** Returns the id for another source. @throws RequestError beyond the limit of sources. */
export function nextSourceId({ source, counters }: Environment, at: number): string {
  counters.sources++
  if (counters.sources > HOGQL_LIMITS.sources)
    throw refuseAt(source, at, `reads more than ${HOGQL_LIMITS.sources} tables and queries`, 'max_length')
  return `s${counters.sources}`
}

/** Adds to the number of parts. @throws RequestError beyond the limit of parts. */
export function addCost({ source, counters }: Environment, cost: number, at: number): void {
  counters.cost += cost
  if (counters.cost > HOGQL_LIMITS.statementCost)
    throw refuseAt(source, at, `has more than ${HOGQL_LIMITS.statementCost} parts`, 'max_length')
}
