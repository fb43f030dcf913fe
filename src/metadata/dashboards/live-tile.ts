import { sql } from 'kysely'

/** Of a tile that has not been removed: null says that it never was. For statements about `dashboard_tile`. */
export const isLiveTile = sql<boolean>`coalesce(dashboard_tile.deleted, 0) = 0`
