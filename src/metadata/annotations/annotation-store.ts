import { sql } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { emptyValues, toColumns } from '#metadata/fields.ts'
import type { Writing } from '#metadata/insights/insight-store.ts'
import { isFoundIn, searchText } from '#metadata/search-text.ts'
import { isoInstant } from '#shared/clock.ts'
import { doesNotExist, invalid } from '#shared/request-error.ts'
import {
  ANNOTATION_FIELDS,
  type Annotation,
  type AnnotationConditions,
  type AnnotationFields,
} from './annotation.ts'
import { shownIn, toAnnotation, withNames } from './annotation-rows.ts'

export interface AnnotationListOptions extends AnnotationConditions {
  readonly limit: number
  readonly offset: number
  /**
   * Whether the list begins with the annotation that was changed last, instead of the annotation that marks
   * the latest time.
   */
  readonly isLastFirst?: boolean | undefined
}

export interface AnnotationStore {
  /**
   * Creates an annotation. Everything happens in one transaction.
   * @throws RequestError `does_not_exist` for an insight or a dashboard that is unknown, deleted or of
   * another project; `required` if the scope needs an insight or a dashboard and none is named.
   */
  create(writing: Writing, fields: Partial<AnnotationFields>): Promise<Annotation>
  /**
   * Returns a page of the annotations that are not deleted: the annotations of the project, and the
   * annotations of other projects with the scope `organization`. The latest marked time comes first unless
   * `isLastFirst`; annotations without a time come last.
   */
  list(
    projectId: number,
    options: AnnotationListOptions,
  ): Promise<{ count: number; annotations: Annotation[] }>
  /** Returns an annotation that {@link AnnotationStore.list} lists; null for any other. */
  find(projectId: number, id: number): Promise<Annotation | null>
  /**
   * Changes the given fields of an annotation that was created in the project. Returns null for any other
   * annotation, and for a deleted one unless the change restores it.
   * @throws RequestError like `create`
   */
  update(writing: Writing, id: number, change: Partial<AnnotationFields>): Promise<Annotation | null>
}

export function createAnnotationStore(metadata: Metadata): AnnotationStore {
  return {
    create: (writing, fields) =>
      metadata.transaction().execute((transaction) => create(transaction, writing, fields)),
    list: (projectId, options) => list(metadata, projectId, options),
    async find(projectId, id) {
      const annotation = await find(metadata, projectId, id)
      return annotation === null || annotation.deleted ? null : annotation
    },
    update: (writing, id, change) =>
      metadata.transaction().execute((transaction) => update(transaction, writing, id, change)),
  }
}

const columnsOf = (fields: AnnotationFields) => ({
  ...toColumns(ANNOTATION_FIELDS, fields),
  search_text: searchText([fields.content]),
})

async function create(
  transaction: Metadata,
  writing: Writing,
  given: Partial<AnnotationFields>,
): Promise<Annotation> {
  const fields = { ...emptyValues(ANNOTATION_FIELDS), ...given }
  await requireShown(transaction, writing.projectId, fields, fields)
  const now = isoInstant(writing.nowMs)
  const { id } = await transaction
    .insertInto('annotation')
    .values({
      ...columnsOf(fields),
      project_id: writing.projectId,
      created_at: now,
      created_by: writing.userId,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return get(transaction, writing.projectId, id)
}

async function list(
  database: Metadata,
  projectId: number,
  { limit, offset, ...rest }: AnnotationListOptions,
) {
  const { search, scope, markedFrom, markedTo, isLastFirst = false } = rest
  let found = shownIn(database, projectId).where('annotation.deleted', '=', 0)
  const searched = sql.ref<string>('annotation.search_text')
  if (search) found = found.where(isFoundIn(dialectOf(database), searched, search))
  if (scope !== undefined) found = found.where('annotation.scope', '=', scope)
  if (markedFrom !== undefined) found = found.where('annotation.date_marker', '>=', markedFrom)
  if (markedTo !== undefined) found = found.where('annotation.date_marker', '<=', markedTo)
  const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const rows = await withNames(found)
    .orderBy(isLastFirst ? sql.ref('annotation.updated_at') : MARKED_AT, 'desc')
    .orderBy('annotation.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count: Number(count), annotations: rows.map(toAnnotation) }
}

const MARKED_AT = sql`coalesce(annotation.date_marker, '')`

/** Returns an annotation, whether deleted or not. */
async function find(database: Metadata, projectId: number, id: number): Promise<Annotation | null> {
  const row = await withNames(shownIn(database, projectId).where('annotation.id', '=', id)).executeTakeFirst()
  return row === undefined ? null : toAnnotation(row)
}

async function get(database: Metadata, projectId: number, id: number): Promise<Annotation> {
  const annotation = await find(database, projectId, id)
  if (annotation === null) throw new Error(`Annotation ${id} vanished while it was written`)
  return annotation
}

async function update(
  transaction: Metadata,
  writing: Writing,
  id: number,
  change: Partial<AnnotationFields>,
): Promise<Annotation | null> {
  const before = await find(transaction, writing.projectId, id)
  if (before === null || before.projectId !== writing.projectId) return null
  if (before.deleted && change.deleted === undefined) return null
  const fields = { ...before, ...change }
  await requireShown(transaction, writing.projectId, fields, change)
  await transaction
    .updateTable('annotation')
    .set({ ...columnsOf(fields), updated_at: isoInstant(writing.nowMs) })
    .where('id', '=', id)
    .execute()
  return get(transaction, writing.projectId, id)
}

/**
 * Requires that a chart can show the annotation with its scope, and that the insight and the dashboard that
 * a request names exist.
 */
async function requireShown(
  transaction: Metadata,
  projectId: number,
  { scope, insightId, dashboardId }: AnnotationFields,
  named: Partial<AnnotationFields>,
): Promise<void> {
  if (scope === 'dashboard_item' && insightId === null)
    throw invalid(
      'required',
      'Add the id of the insight: an annotation with the scope dashboard_item needs it.',
      'dashboard_item',
    )
  if (scope === 'dashboard' && dashboardId === null)
    throw invalid(
      'required',
      'Add the id of the dashboard: an annotation with the scope dashboard needs it.',
      'dashboard_id',
    )
  await requireLive(transaction, 'insight', projectId, named.insightId, 'dashboard_item')
  await requireLive(transaction, 'dashboard', projectId, named.dashboardId, 'dashboard_id')
}

async function requireLive(
  transaction: Metadata,
  table: 'insight' | 'dashboard',
  projectId: number,
  id: number | null | undefined,
  attr: string,
): Promise<void> {
  if (id === null || id === undefined) return
  const row = await transaction
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw doesNotExist(id, attr)
}
