import type { Resolved } from '#insights/kind/resolve.ts'
import { type FunnelsPlan, planFunnels } from '#insights/runs/plan.ts'
import type { CorrelationQuery, LookedAt } from './query.ts'

export interface CorrelationPlan {
  readonly funnel: FunnelsPlan
  readonly lookedAt: LookedAt
}

export const planCorrelation = ({ query, ...resolved }: Resolved<CorrelationQuery>): CorrelationPlan => ({
  funnel: planFunnels({ ...resolved, query: { ...query, kind: 'funnels' } }),
  lookedAt: query.lookedAt,
})
