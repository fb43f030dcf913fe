import { check } from '#hogql/check/check.ts'
import type { CheckContext, NamedPart, StatementScope } from '#hogql/check/checked.ts'
import { refuseAt } from '#hogql/refuse.ts'
import { checkAmong } from './check-among.ts'
import { checkPlaceholder } from './check-placeholder.ts'
import { checkSingleValue } from './check-single-value.ts'
import { checkWindow } from './check-window.ts'
import type { Environment } from './environment.ts'
import { findGroupKey, type GroupKey } from './grouping.ts'
import { hintOf, inSources, isAlias, type SelectNames } from './select-names.ts'

/** The clause of a SELECT in which an expression is checked, and what it can use there. */
export interface SelectScope extends SelectNames {
  readonly environment: Environment
  /** The keys of GROUP BY. Null if the rows are not grouped, or are not grouped yet in this clause. */
  readonly keys: readonly GroupKey[] | null
  readonly allowsWindows: boolean
  /** Whether arrayJoin is possible in this clause. It makes several rows from one. */
  readonly joinsArrays: boolean
}

/** Returns the context in which an expression of a SELECT is checked. */
export const contextIn = (scope: SelectScope): CheckContext => ({
  source: scope.environment.source,
  aggregates: scope.keys === null ? 'refused' : 'possible',
  lambda: null,
  depth: scope.environment.depth,
  numbers: scope.environment.numbers,
  statement: statementScope(scope),
  check,
})

/**
 * Returns the context inside of a window. It refuses another window, and calls that make rows, such as
 * arrayJoin.
 */
const withoutWindows = (context: CheckContext, scope: SelectScope): CheckContext => ({
  ...context,
  statement: statementScope({ ...scope, allowsWindows: false, joinsArrays: false }),
})

const statementScope = (scope: SelectScope): StatementScope => ({
  named: (context, syntax) =>
    isAlias(scope, syntax) ? aliased(scope, context, syntax) : inSources(scope.sources, context, syntax),
  groupKey: (context, syntax) =>
    isAlias(scope, syntax) ? null : findGroupKey(scope.keys ?? [], context, syntax),
  check(context, syntax) {
    switch (syntax.kind) {
      case 'window':
        return checkWindow(context, withoutWindows(context, scope), syntax, scope.allowsWindows)
      case 'query':
        return checkSingleValue(context, syntax, scope.environment)
      case 'placeholder':
        return checkPlaceholder(context, syntax, scope.environment)
      case 'cohort':
        throw refuseAt(context.source, syntax.at, 'has a COHORT outside IN: write person_id IN COHORT 5')
    }
  },
  among: (context, of, set, isIn) => checkAmong(context, { of, set, isIn }, scope.environment),
  joinsArrays: scope.joinsArrays,
  hint: hintOf(scope),
})

/**
 * Returns the item that an alias names. In the expression of the item itself, the alias stands for a
 * column, or for nothing.
 */
function aliased(
  scope: SelectScope,
  context: CheckContext,
  { chain }: { chain: readonly string[] },
): NamedPart | null {
  const [name = ''] = chain
  const item = scope.aliases.get(name)
  if (item === undefined) return null
  const aliases = new Map([...scope.aliases].filter(([alias]) => alias !== name))
  const statement = statementScope({ ...scope, aliases, aliasFirst: false })
  return { kind: 'item', part: context.check(item, { ...context, statement }) }
}
