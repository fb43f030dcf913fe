import { type SelectQueryBuilder, sql } from 'kysely'
import { dialectOf } from './database/dialect.ts'
import type { Metadata, MetadataSchema } from './database/schema.ts'

interface PageAsked {
  readonly limit: number
  readonly offset: number
  /** A part of the column `search_text`, in any case. */
  readonly search?: string | undefined
}

/** A page of the rows of a query over one of the tables with a `search_text`, oldest first, and the number of all that match. */
export async function listPage<Table extends 'action' | 'cohort' | 'dashboard'>(
  database: Metadata,
  query: SelectQueryBuilder<MetadataSchema, Table, object>,
  { limit, offset, search }: PageAsked,
) {
  const searched = sql.ref<string>('search_text')
  const matching = search ? query.where(dialectOf(database).contains(searched, search.toLowerCase())) : query
  const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy(sql.ref('id')).limit(limit).offset(offset).execute()
  return { count: Number(count), rows }
}
