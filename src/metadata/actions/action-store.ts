import type { Selectable } from 'kysely'
import { liveCohorts } from '#metadata/cohorts/live-cohorts.ts'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { emptyValues, toColumns, toValues } from '#metadata/fields.ts'
import { recordChange, recordCreation } from '#metadata/insights/activity-store.ts'
import type { Writing } from '#metadata/insights/insight-store.ts'
import { listPage } from '#metadata/list-page.ts'
import { searchText } from '#metadata/search-text.ts'
import { replaceTags, tagsById } from '#metadata/tags.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'
import {
  ACTION_FIELDS,
  type Action,
  type ActionFields,
  type ActionRules,
  actionChanges,
  type DefinedAction,
} from './action.ts'
import { liveActions, liveOf } from './live-actions.ts'

export interface ActionListOptions {
  readonly limit: number
  readonly offset: number
  /** A part of the name, the description or a tag, whatever the case of its letters. */
  readonly search?: string | undefined
  readonly isLastFirst?: boolean | undefined
}

export interface ActionStore {
  create(writing: Writing, fields: Partial<ActionFields>): Promise<Action>
  /** Returns a page of the actions that are not deleted, oldest first unless `isLastFirst`. */
  list(projectId: number, page: ActionListOptions): Promise<{ count: number; actions: Action[] }>
  /** Returns null for an action that is unknown, deleted or of another project. */
  find(projectId: number, id: number): Promise<Action | null>
  /** Returns the project's actions among these ids, by id. Deleted actions are left out. */
  definitionsOf(projectId: number, ids: readonly number[]): Promise<ReadonlyMap<number, DefinedAction>>
  /**
   * Changes the given fields and tags and adds an entry to the log, in one transaction. Returns null for an
   * unknown action, and for a deleted one unless the change restores it.
   * @throws RequestError if a cohort that counts the events of the action could not be computed after the
   * change.
   */
  update(writing: Writing, id: number, change: Partial<ActionFields>): Promise<Action | null>
}

export function createActionStore(metadata: Metadata, rules: ActionRules): ActionStore {
  return {
    create: (writing, fields) =>
      metadata.transaction().execute((transaction) => create(transaction, writing, fields)),
    list: (projectId, page) => list(metadata, projectId, page),
    async find(projectId, id) {
      const action = (await rowsOf(metadata, projectId, [id]))[0]
      return action === undefined || action.deleted ? null : action
    },
    async definitionsOf(projectId, ids) {
      const actions = await rowsOf(metadata, projectId, ids)
      return new Map(actions.filter(({ deleted }) => !deleted).map((action) => [action.id, action]))
    },
    update: (writing, id, change) =>
      metadata.transaction().execute((transaction) => update(transaction, rules, writing, id, change)),
  }
}

const EMPTY: ActionFields = { ...emptyValues(ACTION_FIELDS), tags: [] }

const columnsOf = (fields: ActionFields) => ({
  ...toColumns(ACTION_FIELDS, fields),
  search_text: searchText([fields.name, fields.description, ...fields.tags]),
})

async function create(
  transaction: Metadata,
  writing: Writing,
  given: Partial<ActionFields>,
): Promise<Action> {
  const fields = { ...EMPTY, ...given }
  const now = isoInstant(writing.nowMs)
  const { id } = await transaction
    .insertInto('action')
    .values({
      ...columnsOf(fields),
      project_id: writing.projectId,
      created_at: now,
      created_by: writing.userId,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceTags(transaction, 'action', id, fields.tags)
  const action = await get(transaction, writing.projectId, id)
  await recordCreation(transaction, writing, 'Action', action)
  return action
}

async function list(database: Metadata, projectId: number, page: ActionListOptions) {
  const { count, rows } = await listPage(database, liveOf(database, projectId), page)
  return { count, actions: await toActions(database, rows) }
}

/** Returns these actions, whether deleted or not. */
async function rowsOf(database: Metadata, projectId: number, ids: readonly number[]): Promise<Action[]> {
  const found: Action[] = []
  for (const some of chunksOf(ids, IDS_A_STATEMENT)) {
    const rows = database.selectFrom('action').selectAll().where('project_id', '=', projectId)
    found.push(...(await toActions(database, await rows.where('id', 'in', some).execute())))
  }
  return found
}

async function get(database: Metadata, projectId: number, id: number): Promise<Action> {
  const [action] = await rowsOf(database, projectId, [id])
  if (action === undefined) throw new Error(`Action ${id} vanished while it was written`)
  return action
}

async function update(
  transaction: Metadata,
  rules: ActionRules,
  writing: Writing,
  id: number,
  change: Partial<ActionFields>,
): Promise<Action | null> {
  const [before] = await rowsOf(transaction, writing.projectId, [id])
  if (before === undefined || (before.deleted && change.deleted === undefined)) return null
  await transaction
    .updateTable('action')
    .set({ ...columnsOf({ ...before, ...change }), updated_at: isoInstant(writing.nowMs) })
    .where('id', '=', id)
    .execute()
  if (change.tags !== undefined) await replaceTags(transaction, 'action', id, change.tags)
  const after = await get(transaction, writing.projectId, id)
  const cohorts = await liveCohorts(transaction, writing.projectId)
  if (after.deleted) rules.checkDeleted(after, cohorts)
  else rules.checkWritten(after, cohorts, await liveActions(transaction, writing.projectId))
  await recordChange(transaction, writing, 'Action', before, after, actionChanges(before, after))
  return after
}

/** Converts rows to actions, with their tags. */
async function toActions(
  database: Metadata,
  rows: readonly Selectable<MetadataSchema['action']>[],
): Promise<Action[]> {
  const tags = await tagsById(
    database,
    'action',
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...toValues(ACTION_FIELDS, row),
    id: row.id,
    projectId: row.project_id,
    tags: tags.get(row.id) ?? [],
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
  }))
}
