import { sql } from 'kysely'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { invalid } from '#shared/request-error.ts'

/**
 * SQL condition that a tile is not removed, for statements over `dashboard_tile`. The column `deleted` is
 * null if the tile was never removed.
 */
export const isLiveTile = sql<boolean>`coalesce(dashboard_tile.deleted, 0) = 0`

/**
 * Highest number of tiles of a dashboard. There is a limit because reading a dashboard returns all of its
 * tiles.
 */
const MOST_TILES = 500

/**
 * Requires that none of these dashboards has too many live tiles. Must be called after tiles were added, in
 * the same transaction.
 * @throws RequestError `max_length` on `attr` if one of the dashboards has too many.
 */
export async function requireFewTiles(
  transaction: Metadata,
  dashboardIds: readonly number[],
  attr: 'dashboards' | 'dashboard_tiles' | 'tiles',
): Promise<void> {
  for (const some of chunksOf(dashboardIds, IDS_A_STATEMENT)) {
    const full = await transaction
      .selectFrom('dashboard_tile')
      .select('dashboard_id')
      .where('dashboard_id', 'in', some)
      .where(isLiveTile)
      .groupBy('dashboard_id')
      .having((tiles) => tiles.fn.countAll(), '>', MOST_TILES)
      .executeTakeFirst()
    if (full !== undefined)
      throw invalid(
        'max_length',
        `A dashboard can have at most ${MOST_TILES} tiles. Take some off first.`,
        attr,
      )
  }
}
