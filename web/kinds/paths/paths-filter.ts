import type { QueryNode } from '#web/api/ask.ts'

/** The rules of paths. A field that is absent has the server's default. */
export interface PathsFilter {
  readonly includeEventTypes?: readonly string[]
  /** Custom events one by one, in place of all of them. */
  readonly includeCustomEvents?: readonly string[]
  readonly startPoint?: string
  readonly endPoint?: string
  readonly stepLimit?: number
  readonly edgeLimit?: number
  readonly minEdgeWeight?: number
  readonly maxEdgeWeight?: number
  readonly excludeEvents?: readonly string[]
  readonly pathGroupings?: readonly string[]
  /** Rules by which items become others: all that `regex` matches is `alias`. */
  readonly localPathCleaningFilters?: readonly { readonly regex: string; readonly alias: string }[]
  /** Whether the cleaning rules of the project change items. */
  readonly pathReplacements?: boolean
}

export const pathsFilterOf = ({ pathsFilter }: QueryNode): PathsFilter => (pathsFilter ?? {}) as PathsFilter

/** The question with changed rules. A rule that is `undefined`, or an empty list, is left out and has its default. */
export function withPathsFilter(
  question: QueryNode,
  changed: { readonly [Name in keyof PathsFilter]?: PathsFilter[Name] | undefined },
): QueryNode {
  const rules = Object.entries({ ...pathsFilterOf(question), ...changed })
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  return { ...question, pathsFilter: Object.fromEntries(rules.filter(([, value]) => isGiven(value))) }
}
