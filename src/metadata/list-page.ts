import { type SelectQueryBuilder, sql } from 'kysely'
import { dialectOf } from './database/dialect.ts'
import type { Metadata, MetadataSchema } from './database/schema.ts'
import { isFoundIn } from './search-text.ts'

interface PageAsked {
  readonly limit: number
  readonly offset: number
  /** A part of the column `search_text`, in any case. */
  readonly search?: string | undefined
  /** Whether the last changed row comes first; a cohort has no time of its change, so that the last created one does. */
  readonly isLastFirst?: boolean | undefined
}

/** A page of the rows of a query over one of the tables with a `search_text`, oldest or last changed first, and the number of all that match. */
export async function listPage<Table extends 'action' | 'cohort' | 'dashboard'>(
  database: Metadata,
  query: SelectQueryBuilder<MetadataSchema, Table, object>,
  { limit, offset, search, isLastFirst = false }: PageAsked,
  changedAt: 'updated_at' | 'created_at' = 'updated_at',
) {
  const searched = sql.ref<string>('search_text')
  const matching = search ? query.where(isFoundIn(dialectOf(database), searched, search)) : query
  const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const listed = matching.selectAll()
  const ordered = isLastFirst
    ? listed.orderBy(sql.ref(changedAt), 'desc').orderBy(sql.ref('id'), 'desc')
    : listed.orderBy(sql.ref('id'))
  const rows = await ordered.limit(limit).offset(offset).execute()
  return { count: Number(count), rows }
}
