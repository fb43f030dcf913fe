import { commonType } from '#hogql/check/common-type.ts'
import { convert } from '#hogql/check/convert.ts'
import type { HogqlType } from '#hogql/expression.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { QuerySyntax } from '#hogql/syntax/select-syntax.ts'
import { type CheckedItem, type CheckedMember, checkSelect } from './check-select.ts'
import type { CheckedQuery, CheckedSelect, OutputColumn } from './checked-query.ts'
import type { Environment } from './environment.ts'

/**
 * Checks the names and types of a statement, or of a query in it.
 * @throws RequestError
 */
export function checkQuery(syntax: QuerySyntax, outside: Environment): CheckedQuery {
  const environment = withNamed(syntax, { ...outside, depth: outside.depth + 1 })
  if (environment.depth > HOGQL_LIMITS.depth)
    throw refuseAt(
      environment.source,
      syntax.at,
      `nests deeper than ${HOGQL_LIMITS.depth} queries`,
      'max_length',
    )
  const members = syntax.selects.map((select) => checkSelect(select, environment))
  const [first] = members
  if (first === undefined) throw new TypeError('A query has a SELECT')
  requireSameCount(members, syntax, environment)
  const columns = first.items.map(({ name }, place): OutputColumn => ({ name, type: typeAt(members, place) }))
  const selects = members.map((member) => withTypes(member, columns))
  return { selects, isDistinctUnion: syntax.isDistinctUnion, columns }
}

/** Adds the queries of WITH to the environment. Each query can name the queries before it, but not itself. */
function withNamed({ named }: QuerySyntax, environment: Environment): Environment {
  let known = environment.named
  for (const { name, query, at } of named) {
    if (named.some((other) => other.name === name && other.at !== at))
      throw refuseAt(environment.source, at, `has two queries with the name '${name.slice(0, 60)}'`)
    known = new Map([...known, [name, { query, before: known }]])
  }
  return { ...environment, named: known }
}

function requireSameCount(
  members: readonly CheckedMember[],
  { selects }: QuerySyntax,
  { source }: Environment,
): void {
  const count = members[0]?.items.length ?? 0
  const other = members.findIndex(({ items }) => items.length !== count)
  if (other < 0) return
  const problem = `has a UNION of queries with ${count} and ${members[other]?.items.length} columns`
  throw refuseAt(source, selects[other]?.at ?? 0, problem)
}

/**
 * Returns the type of the column at an index: the type that can hold the values of all members of the UNION.
 */
function typeAt(members: readonly CheckedMember[], place: number): HogqlType {
  const items = members.flatMap(({ items: all }) => all[place] ?? [])
  const [first] = items as [CheckedItem]
  return commonType(
    first.context,
    items.map(({ part }) => part),
    'choice',
  )
}

function withTypes({ select, items }: CheckedMember, columns: readonly OutputColumn[]): CheckedSelect {
  const nodes = items.map(
    ({ part, context }, place) => convert(context, part, columns[place]?.type ?? 'text').node,
  )
  return { ...select, items: nodes }
}
