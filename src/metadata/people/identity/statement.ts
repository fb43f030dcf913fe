import type { Kysely, Transaction } from 'kysely'
import type { MetadataSchema } from '#metadata/database/schema.ts'

export type Database = Kysely<MetadataSchema>
export type IdentityTransaction = Transaction<MetadataSchema>

/** SQLite takes 32,766 values in a statement; a row here has up to eleven. */
export const ROWS_A_STATEMENT = 2_500
