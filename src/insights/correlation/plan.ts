import { type FunnelsPlan, planFunnels } from '#insights/funnels/plan.ts'
import type { Resolved } from '#insights/resolve.ts'
import type { CorrelationQuery, LookedAt } from './query.ts'

export interface CorrelationPlan {
  readonly funnel: FunnelsPlan
  readonly lookedAt: LookedAt
}

export const planCorrelation = ({ query, ...resolved }: Resolved<CorrelationQuery>): CorrelationPlan => ({
  funnel: planFunnels({ ...resolved, query: { ...query, kind: 'funnels' } }),
  lookedAt: query.lookedAt,
})
