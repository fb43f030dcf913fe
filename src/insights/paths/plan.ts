import type { Resolved } from '#insights/resolve.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { PathsQuery } from './query.ts'

export interface PathsPlan extends Resolved<PathsQuery> {
  readonly scope: FilterScope
}

export const planPaths = (resolved: Resolved<PathsQuery>): PathsPlan => ({
  ...resolved,
  scope: resolved.scopeIn(resolved.period),
})
