import type { Resolved } from '#insights/kind/resolve.ts'
import { type FunnelsPlan, planFunnels } from '#insights/runs/plan.ts'
import { allHold } from '#query/filter.ts'
import { inOrder } from '#query/path-cleaning.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import type { ItemRules } from './item-rules.ts'
import type { PathsQuery } from './query.ts'

export interface PathsPlan extends Resolved<PathsQuery> {
  /** The rules for items. The cleaning rules of the project come before those of the question. */
  readonly rules: ItemRules
  readonly scope: FilterScope
  /** The funnel whose actors' events become paths; null if the paths are not about a funnel. */
  readonly funnel: FunnelsPlan | null
}

export const planPaths = (resolved: Resolved<PathsQuery>): PathsPlan => ({
  ...resolved,
  rules: {
    ...resolved.query.rules,
    cleaning: [...inOrder(resolved.pathCleaning), ...resolved.query.rules.cleaning],
  },
  scope: resolved.scopeIn(resolved.period),
  funnel: planFunnel(resolved),
})

function planFunnel({ query: { funnel }, ...resolved }: Resolved<PathsQuery>): FunnelsPlan | null {
  if (funnel === null) return null
  const filter = allHold(funnel.query.properties, resolved.testAccounts)
  return planFunnels({ ...resolved, query: funnel.query, filter })
}
