import type { QueryNode } from '#web/api/ask.ts'
import type { PathRules } from '#web/question/describe-paths.ts'

/** The rules of paths. A field that is absent has the server's default. */
export interface PathsFilter extends PathRules {
  /** Cleaning rules: in each item, what `regex` matches becomes `alias`. */
  readonly localPathCleaningFilters?: readonly { readonly regex: string; readonly alias: string }[]
}

export const pathsFilterOf = ({ pathsFilter }: QueryNode): PathsFilter => (pathsFilter ?? {}) as PathsFilter

/**
 * Returns the question with changed rules. A rule that is `undefined` or an empty list is left out and has
 * its default.
 */
export function withPathsFilter(
  question: QueryNode,
  changed: { readonly [Name in keyof PathsFilter]?: PathsFilter[Name] | undefined },
): QueryNode {
  const rules = Object.entries({ ...pathsFilterOf(question), ...changed })
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  return { ...question, pathsFilter: Object.fromEntries(rules.filter(([, value]) => isGiven(value))) }
}
