import type { FastifyRequest } from 'fastify'
import type { DashboardWrite } from '#contract/dashboard.ts'
import { callerOf, requireScope } from '#http/server/authenticate.ts'
import type { TileChange } from '#metadata/dashboards/dashboard.ts'
import type { DashboardChange } from '#metadata/dashboards/dashboard-store.ts'
import { checkDashboardFilters } from '#query/override.ts'
import { invalid, RequestError } from '#shared/request-error.ts'

interface Tiles {
  readonly tiles?: readonly TileChange[] | undefined
}
type Sent = Pick<DashboardWrite, 'name' | 'description' | 'pinned' | 'tags' | 'filters'> &
  Pick<DashboardWrite, 'breakdown_colors' | 'data_color_theme_id'> &
  Tiles & { readonly deleted?: boolean | null | undefined }

/**
 * Requires the scope to read insights if a request adds insights to the dashboard, because the response
 * contains these insights.
 * @throws RequestError `forbidden` without this scope.
 */
export function requireInsightsOf(request: FastifyRequest, { tiles }: Tiles): void {
  if (tiles?.some(({ of }) => 'insightId' in of)) requireScope(callerOf(request), 'insight:read')
}

/**
 * Returns the fields that a request sets. Other fields are absent and not undefined, because undefined
 * would overwrite the stored value.
 */
export function fieldsOf(sent: Sent): DashboardChange {
  const { name, description, pinned, tags, filters, tiles, deleted } = sent
  const settings = settingsOf(sent)
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(pinned !== undefined && { pinned }),
    ...(tags !== undefined && { tags }),
    ...(filters !== undefined && { filters }),
    ...(tiles !== undefined && { tiles }),
    ...(typeof deleted === 'boolean' && { deleted }),
    ...(Object.keys(settings).length > 0 && { settings }),
  }
}

const settingsOf = ({ breakdown_colors, data_color_theme_id }: Sent): Record<string, unknown> => ({
  ...(breakdown_colors !== undefined && { breakdown_colors }),
  ...(data_color_theme_id !== undefined && { data_color_theme_id }),
})

/** @throws RequestError for dashboard filters that would make every insight fail. */
export function checkFilters({ filters }: Pick<DashboardWrite, 'filters'>): void {
  try {
    if (filters !== undefined) checkDashboardFilters(filters)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw invalid(error.code, error.message, ['filters', error.attr].filter(Boolean).join('__'))
  }
}
