import { isDeepStrictEqual } from 'node:util'
import { invalid } from '#shared/request-error.ts'
import type { InsightFields } from './insight.ts'
import type { Tile } from './insight-tiles.ts'

/** The dashboards that a request puts an insight on, and the field that names them. */
export interface AskedDashboards {
  readonly ids: readonly number[]
  readonly field: 'dashboards' | 'dashboard_tiles'
}

/**
 * All dashboards that a request asks for, by either of its two fields; null for a request that has neither. Clients send back whole
 * bodies and change one of the fields: the one that differs from the present tiles is meant. Tiles with the ids of a server, as of an
 * insight that is moved to another project, give way to `dashboards`.
 * @throws RequestError `invalid_input` for two fields that both differ from the present tiles and from each other.
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
