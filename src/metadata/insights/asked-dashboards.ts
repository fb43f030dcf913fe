import { isDeepStrictEqual } from 'node:util'
import { invalid } from '#shared/request-error.ts'
import type { InsightFields } from './insight.ts'
import type { Tile } from './insight-tiles.ts'

/** The dashboards on which a request puts an insight, and the field that names them. */
export interface AskedDashboards {
  readonly ids: readonly number[]
  readonly field: 'dashboards' | 'dashboard_tiles'
}

/**
 * Returns all dashboards that a request asks for; null if the request has neither of the two fields.
 *
 * If it has both fields, the field that differs from the present tiles counts, because clients send back
 * whole bodies and change one of the fields. If both differ from the present tiles and from each other,
 * `dashboards` counts, but only if all tiles of the request have ids that a server assigned: such an insight
 * was moved from another project.
 * @throws RequestError `invalid_input` if both differ in this way, and a tile has no such id.
 */
export function placedOn(
  { dashboards, dashboardTiles }: Partial<InsightFields>,
  present: readonly Pick<Tile, 'dashboardId'>[],
): AskedDashboards | null {
  const byIds = dashboards && ({ ids: dashboards, field: 'dashboards' } as const)
  const byTiles = dashboardTiles && ({ ids: dashboardTiles.ids, field: 'dashboard_tiles' } as const)
  if (byIds === undefined || byTiles === undefined) return byIds ?? byTiles ?? null
  const now = setOf(present.map(({ dashboardId }) => dashboardId))
  if (isDeepStrictEqual(setOf(byTiles.ids), now)) return byIds
  if (isDeepStrictEqual(setOf(byIds.ids), now) || isDeepStrictEqual(setOf(byIds.ids), setOf(byTiles.ids)))
    return byTiles
  if (dashboardTiles?.isSentBack) return byIds
  throw invalid(
    'invalid_input',
    '`dashboards` and `dashboard_tiles` name different dashboards. Send one of them: `dashboards` is deprecated.',
    'dashboard_tiles',
  )
}

const setOf = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
