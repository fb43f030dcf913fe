import { randomUUID } from 'node:crypto'
import { isoInstant } from '../shared/clock.ts'
import type { Metadata } from './open-metadata.ts'

/** One field of a thing before and after. `before` of something created and `after` of something deleted are null. */
export interface FieldChange {
  readonly type: string
  readonly action: 'created' | 'changed' | 'deleted'
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
}
export interface NewActivity {
  readonly projectId: number
  readonly scope: 'Insight' | 'Dashboard'
  readonly itemId: number
  readonly userId: number | null
  /** What was done: `created`, `updated`, `deleted`, `restored`, `sharing enabled`, `sharing disabled`. */
  readonly activity: string
  /** Null where no field is worth naming. */
  readonly changes: readonly FieldChange[] | null
  /** The name that the thing had then, and its short id where it has one. */
  readonly name: string | null
  readonly shortId: string | null
}

/** Writes one entry, in the transaction that makes the change: both are kept or neither. */
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
      detail: JSON.stringify({ changes, trigger: null, type: null, name, short_id: shortId }),
      created_at: isoInstant(nowMs),
    })
    .execute()
}
