import type { FunnelsQuery } from '#query/insight-query.ts'
import type { Resolved } from '#query/resolve.ts'

export interface FunnelsPlan extends Resolved<FunnelsQuery> {
  readonly steps: number
  readonly windowMs: number
}

export const planFunnels = (resolved: Resolved<FunnelsQuery>): FunnelsPlan => ({
  ...resolved,
  steps: resolved.matchers.length,
  windowMs: resolved.query.windowSeconds * 1000,
})
