import { commonType } from '#hogql/check/common-type.ts'
import { convert } from '#hogql/check/convert.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { SourceSyntax } from '#hogql/syntax/select-syntax.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckedSource } from './checked-query.ts'
import { addCost, type Environment, nextSourceId } from './environment.ts'
import { hasEquality } from './join-condition.ts'
import { contextIn } from './select-scope.ts'
import { namesOfQuery, namesOfTable, type SourceNames } from './source-names.ts'
import { isTable, TABLES } from './tables.ts'

/**
 * Checks the sources of FROM and returns them with the names that they give to expressions.
 * @throws RequestError for a table that does not exist.
 */
export function checkSources(
  syntaxes: readonly SourceSyntax[],
  environment: Environment,
): { sources: CheckedSource[]; names: SourceNames[] } {
  const sources: CheckedSource[] = []
  const names: SourceNames[] = []
  for (const syntax of syntaxes) {
    const { of, named } = checkSource(syntax, environment)
    if (named.name !== null && names.some(({ name }) => name === named.name))
      throw refuseAt(
        environment.source,
        syntax.at,
        `has two sources with the name '${named.name.slice(0, 60)}'`,
      )
    names.push(named)
    // The condition of a join sees the sources before it and its own source.
    const on =
      syntax.on === null
        ? usingCondition(syntax.using, names, environment)
        : checkCondition(syntax.on, names, environment)
    if (on !== null && !hasEquality(on, named.id))
      throw refuseAt(
        environment.source,
        syntax.at,
        'has a join without a condition such as a.id = b.id between its own table and a table before it',
        'not_supported',
      )
    sources.push({ id: named.id, join: syntax.join, on, of })
  }
  return { sources, names }
}

/**
 * Returns the condition of USING: each column of the sources before the join equals the column of the
 * joined source. Null without USING.
 */
function usingCondition(
  columns: readonly Syntax[],
  sources: readonly SourceNames[],
  environment: Environment,
): HogqlNode | null {
  if (columns.length === 0) return null
  const [before, own] = [sources.slice(0, -1), sources.slice(-1)].map((some) => contextOf(some, environment))
  if (before === undefined || own === undefined) throw new TypeError('A join has sources before it')
  const equalities = columns.map((column): HogqlNode => {
    const sides = [before.check(column, before), own.check(column, own)]
    for (const side of sides) addCost(environment, side.cost, column.at)
    const type = commonType(own, sides, 'same')
    const args = sides.map((side) => convert(own, side, type).node)
    return { kind: 'call', name: 'equals', type: 'boolean', args }
  })
  return { kind: 'call', name: 'and', type: 'boolean', args: equalities }
}

const contextOf = (sources: readonly SourceNames[], environment: Environment) =>
  contextIn({
    ...{ environment, sources, aliases: new Map(), aliasFirst: false, keys: null },
    ...{ allowsWindows: false, joinsArrays: false },
  })

function checkCondition(
  syntax: Syntax,
  sources: readonly SourceNames[],
  environment: Environment,
): HogqlNode {
  const context = contextOf(sources, environment)
  const part = context.check(syntax, context)
  addCost(environment, part.cost, syntax.at)
  return convert(context, part, 'boolean').node
}

function checkSource(
  { from, alias, at }: SourceSyntax,
  environment: Environment,
): { of: CheckedSource['of']; named: SourceNames } {
  const id = nextSourceId(environment, at)
  if (from.kind === 'query') {
    const query = environment.checkQuery(from.query, environment)
    return { of: { kind: 'query', query }, named: namesOfQuery(id, alias, query) }
  }
  const ofWith = environment.named.get(from.name)
  if (ofWith !== undefined) {
    const query = environment.checkQuery(ofWith.query, { ...environment, named: ofWith.before })
    return { of: { kind: 'query', query }, named: namesOfQuery(id, alias ?? from.name, query) }
  }
  const table = from.name.toLowerCase()
  if (isTable(table))
    return { of: { kind: 'table', table }, named: namesOfTable(id, alias ?? from.name, table) }
  const tables = [...environment.named.keys(), ...Object.keys(TABLES)].join(', ')
  throw refuseAt(
    environment.source,
    at,
    `reads the unknown table '${from.name.slice(0, 60)}': tables are ${tables.slice(0, 300)}`,
  )
}
