import { requireFewTiles } from '#metadata/dashboards/live-tiles.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { emptyValues } from '#metadata/fields.ts'
import { replaceTags } from '#metadata/tags.ts'
import { isoInstant } from '#shared/clock.ts'
import { recordActivity } from './activity-store.ts'
import { placedOn } from './asked-dashboards.ts'
import {
  type FindListedAs,
  INSIGHT_FIELDS,
  type Insight,
  type InsightFields,
  insightChanges,
  MODIFYING,
} from './insight.ts'
import { insightColumns, insightsById, toInsights } from './insight-rows.ts'
import {
  clearShownResults,
  removeFromDashboards,
  replaceDashboardsOf,
  returnToDashboards,
} from './insight-tiles.ts'
import {
  type InsightConditions,
  type InsightListOptions,
  type ListedInsights,
  listInsights,
} from './list-insights.ts'

/** The project, the user and the time of a change. */
export interface Writing {
  readonly projectId: number
  readonly userId: number
  readonly nowMs: number
}

export interface InsightStore {
  /**
   * Creates an insight.
   * @throws RequestError `does_not_exist` for a dashboard that is unknown, deleted or of another project;
   * `max_length` for a full dashboard; `invalid_input` for two different lists of dashboards.
   */
  create(writing: Writing, shortId: string, fields: Partial<InsightFields>): Promise<Insight>
  /**
   * Returns a page of the matching insights. Without a condition on `deleted`, only insights that are not
   * deleted match.
   */
  list(projectId: number, conditions: InsightConditions, page: InsightListOptions): Promise<ListedInsights>
  /**
   * Finds an insight by its id, which may be text, or else by its short id. Null if it is unknown or of
   * another project.
   */
  find(projectId: number, id: number | string): Promise<Insight | null>
  /** Returns the project's insights among these ids, deleted or not, by id. */
  byIds(projectId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Insight>>
  /**
   * Changes the given fields, dashboards and tags and adds an entry to the log, in one transaction. A change
   * of name, description, filters or query updates `lastModified*`. Restoring an insight brings it back to
   * its dashboards. Returns null for an unknown insight, and for a deleted one unless the change restores it
   * or deletes it once more.
   * @throws RequestError like `create`.
   */
  update(writing: Writing, id: number | string, change: Partial<InsightFields>): Promise<Insight | null>
}

export function createInsightStore(metadata: Metadata, listedAs: FindListedAs): InsightStore {
  return {
    create: (writing, shortId, fields) =>
      metadata
        .transaction()
        .execute((transaction) => createInsight({ transaction, listedAs }, writing, shortId, fields)),
    list: (projectId, conditions, page) => listInsights(metadata, projectId, conditions, page),
    find: (projectId, id) => find(metadata, projectId, id),
    byIds: (projectId, ids) => insightsById(metadata, projectId, ids),
    update: (writing, id, change) =>
      metadata.transaction().execute((transaction) => update({ transaction, listedAs }, writing, id, change)),
  }
}

const EMPTY = { ...emptyValues(INSIGHT_FIELDS), tags: [] }

interface WriteContext {
  readonly transaction: Metadata
  readonly listedAs: FindListedAs
}

/** Does the work of {@link InsightStore.create} within a transaction. */
export async function createInsight(
  { transaction, listedAs }: WriteContext,
  writing: Writing,
  shortId: string,
  given: Partial<InsightFields>,
): Promise<Insight> {
  const fields = { ...EMPTY, ...given }
  const now = isoInstant(writing.nowMs)
  const { id } = await transaction
    .insertInto('insight')
    .values({
      ...insightColumns(fields, listedAs(fields)),
      project_id: writing.projectId,
      short_id: shortId,
      created_at: now,
      created_by: writing.userId,
      updated_at: now,
      last_modified_at: now,
      last_modified_by: writing.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceTags(transaction, 'insight', id, fields.tags)
  const placed = fields.deleted ? null : placedOn(given, [])
  if (placed !== null) await replaceDashboardsOf(transaction, writing.projectId, id, placed)
  const insight = await get(transaction, writing.projectId, id)
  await log(transaction, writing, insight, { activity: 'created', changes: null })
  return insight
}

async function update(
  { transaction, listedAs }: WriteContext,
  writing: Writing,
  id: number | string,
  change: Partial<InsightFields>,
): Promise<Insight | null> {
  const before = await find(transaction, writing.projectId, id)
  if (before === null || (before.deleted && change.deleted === undefined)) return null
  const changed = { ...before, ...change }
  const now = isoInstant(writing.nowMs)
  const isModified = MODIFYING.some((field) => field in change)
  const isQueryChanged = 'filters' in change || 'query' in change
  await transaction
    .updateTable('insight')
    .set({
      ...insightColumns(changed, listedAs(changed)),
      updated_at: now,
      ...(isModified && { last_modified_at: now, last_modified_by: writing.userId }),
      // The cached result of the old query must not be shown for the new one.
      ...(isQueryChanged && { answer_key: null }),
    })
    .where('id', '=', before.id)
    .execute()
  if (isQueryChanged) await clearShownResults(transaction, 'insight_id', before.id)
  if (change.tags !== undefined) await replaceTags(transaction, 'insight', before.id, change.tags)
  await place(transaction, writing.projectId, before, change)
  const after = await get(transaction, writing.projectId, before.id)
  const changes = insightChanges(before, after)
  if (changes.length > 0) await log(transaction, writing, after, { activity: 'updated', changes })
  return after
}

/**
 * Puts an insight on its dashboards after a change. If the change deletes the insight, it is removed from
 * all.
 */
async function place(
  transaction: Metadata,
  projectId: number,
  before: Insight,
  change: Partial<InsightFields>,
): Promise<void> {
  if (change.deleted === true) return removeFromDashboards(transaction, before.id)
  const returned = before.deleted ? await returnToDashboards(transaction, before.id) : []
  // A deleted insight is on no dashboard, so empty lists in a body that is sent back count as unchanged.
  const placed = placedOn(change, before.tiles)
  const isSentBack = before.deleted && placed?.ids.length === 0
  if (placed !== null && !isSentBack) await replaceDashboardsOf(transaction, projectId, before.id, placed)
  else await requireFewTiles(transaction, returned, 'dashboards')
}

async function find(database: Metadata, projectId: number, id: number | string): Promise<Insight | null> {
  const isNumber = typeof id === 'number' || /^\d{1,9}$/.test(id)
  const byNumber = isNumber ? await rowOf(database, projectId, 'id', Number(id)) : undefined
  // The short id is tried as well, because a short id may consist of digits.
  const byShortId = () => (typeof id === 'string' ? rowOf(database, projectId, 'short_id', id) : undefined)
  const row = byNumber ?? (await byShortId())
  return row === undefined ? null : ((await toInsights(database, [row]))[0] ?? null)
}

const rowOf = (database: Metadata, projectId: number, column: 'id' | 'short_id', value: number | string) =>
  database
    .selectFrom('insight')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(column, '=', value)
    .executeTakeFirst()

async function get(database: Metadata, projectId: number, id: number): Promise<Insight> {
  const insight = await find(database, projectId, id)
  if (insight === null) throw new Error(`Insight ${id} vanished while it was written`)
  return insight
}

// Logs a change, unless the insight has no name. Such an insight is a draft, whose changes are frequent.
async function log(
  transaction: Metadata,
  writing: Writing,
  insight: Insight,
  entry: Pick<Parameters<typeof recordActivity>[1], 'activity' | 'changes'>,
): Promise<void> {
  const name = insight.name || insight.derivedName
  if (!name) return
  await recordActivity(
    transaction,
    { ...entry, ...writing, scope: 'Insight', itemId: insight.id, name, shortId: insight.shortId },
    writing.nowMs,
  )
}
