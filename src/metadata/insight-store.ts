import type { Selectable, Updateable } from 'kysely'
import { isoInstant } from '../shared/clock.ts'
import type { Metadata } from './open-metadata.ts'
import type { MetadataSchema } from './schema.ts'

/** An insight as it is kept. `filters` and `query` are JSON values exactly as they were sent. */
export interface Insight {
  readonly id: number
  readonly projectId: number
  readonly shortId: string
  readonly name: string | null
  readonly derivedName: string | null
  readonly description: string
  readonly filters: unknown
  readonly query: unknown
  readonly order: number | null
  readonly deleted: boolean
  readonly saved: boolean
  readonly favorited: boolean
  readonly isSample: boolean
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly createdBy: number
  readonly updatedAt: string
  readonly lastModifiedAt: string
  readonly lastModifiedBy: number
}
export type InsightFields = Pick<
  Insight,
  | 'name'
  | 'derivedName'
  | 'description'
  | 'filters'
  | 'query'
  | 'order'
  | 'deleted'
  | 'saved'
  | 'favorited'
  | 'tags'
>
export interface InsightPage {
  readonly limit: number
  readonly offset: number
  readonly shortId?: string | undefined
  readonly createdBy?: number | undefined
}

export interface InsightStore {
  create(
    projectId: number,
    userId: number,
    shortId: string,
    fields: Partial<InsightFields>,
    nowMs: number,
  ): Promise<Insight>
  /** Insights that are not deleted, by `order` (none last) and id. */
  list(projectId: number, page: InsightPage): Promise<{ count: number; insights: Insight[] }>
  /** By id or short id; null when it is unknown or another project's. */
  find(projectId: number, id: number | string): Promise<Insight | null>
  /** Changes the given fields. `isModification` also moves `lastModified*` to now and this user. */
  update(
    insight: Insight,
    userId: number,
    change: Partial<InsightFields>,
    isModification: boolean,
    nowMs: number,
  ): Promise<Insight>
}

export function createInsightStore(metadata: Metadata): InsightStore {
  const find = async (projectId: number, id: number | string) => {
    const row = await metadata
      .selectFrom('insight')
      .selectAll()
      .where('project_id', '=', projectId)
      .where(typeof id === 'number' ? 'id' : 'short_id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : ((await withTags(metadata, [row]))[0] ?? null)
  }
  const get = async (projectId: number, id: number) => {
    const insight = await find(projectId, id)
    if (insight === null) throw new Error(`Insight ${id} vanished while it was written`)
    return insight
  }
  return {
    find,
    async create(projectId, userId, shortId, fields, nowMs) {
      const now = isoInstant(nowMs)
      const id = await metadata.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('insight')
          .values({
            ...newColumns(fields),
            project_id: projectId,
            short_id: shortId,
            created_at: now,
            created_by: userId,
            updated_at: now,
            last_modified_at: now,
            last_modified_by: userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await replaceTags(transaction, row.id, fields.tags)
        return row.id
      })
      return get(projectId, id)
    },
    async list(projectId, page) {
      let filtered = metadata
        .selectFrom('insight')
        .where('project_id', '=', projectId)
        .where('deleted', '=', 0)
      if (page.shortId !== undefined) filtered = filtered.where('short_id', '=', page.shortId)
      if (page.createdBy !== undefined) filtered = filtered.where('created_by', '=', page.createdBy)
      const { count } = await filtered
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await filtered
        .selectAll()
        .orderBy('sort_order', (o) => o.asc().nullsLast())
        .orderBy('id')
        .limit(page.limit)
        .offset(page.offset)
        .execute()
      return { count: Number(count), insights: await withTags(metadata, rows) }
    },
    async update(insight, userId, change, isModification, nowMs) {
      const now = isoInstant(nowMs)
      await metadata.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('insight')
          .set({
            ...toColumns(change),
            is_sample: 0,
            updated_at: now,
            ...(isModification && { last_modified_at: now, last_modified_by: userId }),
          })
          .where('id', '=', insight.id)
          .where('project_id', '=', insight.projectId)
          .execute()
        await replaceTags(transaction, insight.id, change.tags)
      })
      return get(insight.projectId, insight.id)
    },
  }
}

const newColumns = (fields: Partial<InsightFields>) => ({
  name: fields.name ?? null,
  derived_name: fields.derivedName ?? null,
  description: fields.description ?? '',
  filters: JSON.stringify(fields.filters ?? {}),
  query: fields.query === undefined || fields.query === null ? null : JSON.stringify(fields.query),
  sort_order: fields.order ?? null,
  deleted: Number(fields.deleted ?? false),
  saved: Number(fields.saved ?? false),
  favorited: Number(fields.favorited ?? false),
  is_sample: 0,
})

function toColumns(fields: Partial<InsightFields>): Updateable<MetadataSchema['insight']> {
  return {
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.derivedName !== undefined && { derived_name: fields.derivedName }),
    ...(fields.description !== undefined && { description: fields.description }),
    ...(fields.filters !== undefined && { filters: JSON.stringify(fields.filters) }),
    ...(fields.query !== undefined && { query: fields.query === null ? null : JSON.stringify(fields.query) }),
    ...(fields.order !== undefined && { sort_order: fields.order }),
    ...(fields.deleted !== undefined && { deleted: Number(fields.deleted) }),
    ...(fields.saved !== undefined && { saved: Number(fields.saved) }),
    ...(fields.favorited !== undefined && { favorited: Number(fields.favorited) }),
  }
}

async function replaceTags(
  database: Metadata,
  insightId: number,
  tags: readonly string[] | undefined,
): Promise<void> {
  if (tags === undefined) return
  await database.deleteFrom('insight_tag').where('insight_id', '=', insightId).execute()
  if (tags.length > 0)
    await database
      .insertInto('insight_tag')
      .values(tags.map((tag) => ({ insight_id: insightId, tag })))
      .execute()
}

async function withTags(
  metadata: Metadata,
  rows: readonly Selectable<MetadataSchema['insight']>[],
): Promise<Insight[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const tags = await metadata
    .selectFrom('insight_tag')
    .selectAll()
    .where('insight_id', 'in', ids)
    .orderBy('tag')
    .execute()
  return rows.map((row) =>
    toInsight(
      row,
      tags.filter((tag) => tag.insight_id === row.id).map((tag) => tag.tag),
    ),
  )
}

const toInsight = (row: Selectable<MetadataSchema['insight']>, tags: string[]): Insight => ({
  id: row.id,
  projectId: row.project_id,
  shortId: row.short_id,
  name: row.name,
  derivedName: row.derived_name,
  description: row.description,
  filters: JSON.parse(row.filters),
  query: row.query === null ? null : JSON.parse(row.query),
  order: row.sort_order,
  deleted: row.deleted === 1,
  saved: row.saved === 1,
  favorited: row.favorited === 1,
  isSample: row.is_sample === 1,
  tags,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  lastModifiedAt: row.last_modified_at,
  lastModifiedBy: row.last_modified_by,
})
