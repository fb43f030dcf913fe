import type { Kysely, Transaction } from 'kysely'
import type { MetadataSchema } from '../schema.ts'

export type Database = Kysely<MetadataSchema>
export type IdentityTransaction = Transaction<MetadataSchema>

/** SQLite takes 32,766 values in a statement; a row here has up to eleven. */
const CHUNK = 2_500

export function* chunksOf<T>(items: readonly T[]): Iterable<readonly T[]> {
  for (let i = 0; i < items.length; i += CHUNK) yield items.slice(i, i + CHUNK)
}
