import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'
import type { Writing } from './insight-store.ts'

/**
 * A field before and after a change. `before` is null if the field was not set before; `after` is null if
 * it was cleared.
 */
export interface FieldChange {
  readonly type: string
  readonly action: 'created' | 'changed' | 'deleted'
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
}
export interface NewActivity {
  readonly projectId: number
  readonly scope: 'Insight' | 'Dashboard' | 'Action' | 'Cohort'
  readonly itemId: number
  readonly userId: number | null
  /**
   * The action: `created`, `updated`, `deleted`, `restored`, `sharing enabled`, `sharing disabled`,
   * `sharing changed`, `sharing link replaced`.
   */
  readonly activity: string
  /** Null for an action that changes no field. */
  readonly changes: readonly FieldChange[] | null
  /** The name at that time. `shortId` is null for everything except an insight. */
  readonly name: string | null
  readonly shortId: string | null
}

/** A dashboard, an action or a cohort. It is deleted and restored by its field `deleted`. */
interface Logged {
  readonly id: number
  readonly name: string | null
  readonly deleted: boolean
}
type LoggedScope = Exclude<NewActivity['scope'], 'Insight'>

/** Writes the entry of a new resource. */
export const recordCreation = (
  transaction: Metadata,
  writing: Writing,
  scope: LoggedScope,
  created: Logged,
): Promise<void> => record(transaction, writing, scope, created, { activity: 'created', changes: null })

/** Writes the entry of a changed resource, if a field that is logged has changed. */
export async function recordChange(
  transaction: Metadata,
  writing: Writing,
  scope: LoggedScope,
  before: Logged,
  after: Logged,
  changes: readonly FieldChange[],
): Promise<void> {
  const change = after.deleted ? 'deleted' : 'restored'
  const activity = before.deleted === after.deleted ? 'updated' : change
  if (changes.length > 0) await record(transaction, writing, scope, after, { activity, changes })
}

const record = (
  transaction: Metadata,
  writing: Writing,
  scope: LoggedScope,
  { id, name }: Logged,
  entry: Pick<NewActivity, 'activity' | 'changes'>,
): Promise<void> =>
  recordActivity(transaction, { ...entry, ...writing, scope, itemId: id, name, shortId: null }, writing.nowMs)

/**
 * Writes an entry, in the transaction of the change. If the JSON of a value has more than 16,384
 * characters, a sentence with its length replaces the value.
 */
export async function recordActivity(
  transaction: Metadata,
  { projectId, scope, itemId, userId, activity, changes, name, shortId }: NewActivity,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto('activity')
    .values({
      uuid: randomUUID(),
      project_id: projectId,
      scope,
      item_id: String(itemId),
      user_id: userId,
      activity,
      detail: JSON.stringify({
        changes: changes?.map(storedChange) ?? null,
        trigger: null,
        type: null,
        name,
        short_id: shortId,
      } satisfies ActivityDetail),
      created_at: isoInstant(nowMs),
    })
    .execute()
}

const MAX_VALUE_CHARACTERS = 16_384
const storedChange = (change: FieldChange): FieldChange => ({
  ...change,
  before: storedValue(change.before),
  after: storedValue(change.after),
})

// A query can have a megabyte, and would make a page of entries too large. So a sentence replaces a long
// value.
function storedValue(value: unknown): unknown {
  const characters = (JSON.stringify(value) ?? '').length
  return characters <= MAX_VALUE_CHARACTERS ? value : `Too long to be stored: ${characters} characters.`
}

export interface ActivityDetail {
  readonly changes: readonly FieldChange[] | null
  readonly trigger: null
  readonly type: null
  readonly name: string | null
  readonly short_id: string | null
}
export interface ActivityEntry {
  readonly uuid: string
  readonly scope: string
  readonly itemId: string
  /** Null for a change by the server. */
  readonly user: { readonly firstName: string; readonly email: string } | null
  readonly activity: string
  readonly detail: ActivityDetail
  readonly createdAt: string
}
export interface ActivityStore {
  /**
   * Returns a page of entries, newest first: the entries of one insight, dashboard, action or cohort, or
   * all entries of the project.
   */
  list(
    projectId: number,
    of: { readonly scope: NewActivity['scope']; readonly itemId?: number },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ count: number; entries: ActivityEntry[] }>
}

export function createActivityStore(metadata: Metadata): ActivityStore {
  return {
    async list(projectId, { scope, itemId }, { limit, offset }) {
      let filtered = metadata
        .selectFrom('activity')
        .where('project_id', '=', projectId)
        .where('scope', '=', scope)
      if (itemId !== undefined) filtered = filtered.where('item_id', '=', String(itemId))
      const { count } = await filtered
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await filtered
        .leftJoin('app_user', 'app_user.id', 'activity.user_id')
        .selectAll('activity')
        .select(['app_user.first_name', 'app_user.email'])
        .orderBy('activity.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { count: Number(count), entries: rows.map(toEntry) }
    },
  }
}

type ActivityRow = Selectable<MetadataSchema['activity']> & {
  first_name: string | null
  email: string | null
}
const toEntry = (row: ActivityRow): ActivityEntry => ({
  uuid: row.uuid,
  scope: row.scope,
  itemId: row.item_id,
  user: row.user_id === null ? null : { firstName: row.first_name ?? '', email: row.email ?? '' },
  activity: row.activity,
  detail: JSON.parse(row.detail),
  createdAt: row.created_at,
})
