import { type SelectQueryBuilder, sql } from 'kysely'
import { dialectOf } from './database/dialect.ts'
import type { Metadata, MetadataSchema } from './database/schema.ts'
import { isFoundIn } from './search-text.ts'

interface PageAsked {
  readonly limit: number
  readonly offset: number
  /** A text that the column `search_text` must contain, whatever the case of its letters. */
  readonly search?: string | undefined
  /**
   * Whether the row that was changed last comes first. Cohorts have no time of their last change; the cohort
   * that was created last comes first.
   */
  readonly isLastFirst?: boolean | undefined
}

/**
 * Returns a page of the rows of a query, and the number of all rows that match. The query is over a table
 * that has the column `search_text`. The oldest row comes first, or the row that was changed last.
 */
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
