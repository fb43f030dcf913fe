import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { invalid } from '#shared/request-error.ts'
import { isLiveTile } from './live-tile.ts'

/** A dashboard is read whole. */
const MOST_TILES = 500
/**
 * To be called where tiles were added, in the same transaction.
 * @throws RequestError `max_length` on `attr` where one of these dashboards has more live tiles than are read at once.
 */
export async function requireFewTiles(
  transaction: Metadata,
  dashboardIds: readonly number[],
  attr: 'dashboards' | 'tiles',
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
      throw invalid('max_length', `At most ${MOST_TILES} insights are on one dashboard.`, attr)
  }
}
