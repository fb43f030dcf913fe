import type { PathsFilter, QueryNode } from '#web/api/query-node.ts'

export const pathsFilterOf = ({ pathsFilter }: QueryNode): PathsFilter => pathsFilter ?? {}

/**
 * Returns the question with some of its rules changed. A rule that is set to `undefined` or to an empty
 * list is removed, and the server uses its default.
 */
export function withPathsFilter(
  question: QueryNode,
  changed: { readonly [Name in keyof PathsFilter]?: PathsFilter[Name] | undefined },
): QueryNode {
  const rules = Object.entries({ ...pathsFilterOf(question), ...changed })
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  return { ...question, pathsFilter: Object.fromEntries(rules.filter(([, value]) => isGiven(value))) }
}
