import { randomBytes } from 'node:crypto'
import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'

/** A day whose visitors need a key. */
export interface DayOfKey {
  /** A date of the project's time zone, such as `2026-11-20`. */
  readonly day: string
  /** The time at which the key is deleted, in epoch ms. */
  readonly expiresMs: number
}

export interface VisitorKeyStore {
  /**
   * Returns the key of each of these days in hex, by date. A day without a key gets a random one, which is
   * on disk before this resolves.
   */
  keysOf(projectId: number, days: readonly DayOfKey[]): Promise<ReadonlyMap<string, string>>
  /** Deletes the expired keys of all projects. Their bytes are overwritten. */
  removeExpired(nowMs: number): Promise<void>
}

const KEY_BYTES = 32

export function createVisitorKeyStore(metadata: Metadata): VisitorKeyStore {
  async function storedKeys(projectId: number, days: readonly DayOfKey[]): Promise<Map<string, string>> {
    const rows = await metadata
      .selectFrom('visitor_key')
      .select(['day', 'key'])
      .where('project_id', '=', projectId)
      .where(
        'day',
        'in',
        days.map(({ day }) => day),
      )
      .execute()
    return new Map(rows.map(({ day, key }) => [day, key]))
  }
  return {
    async keysOf(projectId, days) {
      const stored = await storedKeys(projectId, days)
      const missing = days.filter(({ day }) => !stored.has(day))
      if (missing.length === 0) return stored
      await metadata
        .insertInto('visitor_key')
        .values(
          missing.map(({ day, expiresMs }) => ({
            project_id: projectId,
            day,
            key: randomBytes(KEY_BYTES).toString('hex'),
            expires_at: isoInstant(expiresMs),
          })),
        )
        // If two requests run at once, the first one makes the key for both.
        .onConflict((conflict) => conflict.columns(['project_id', 'day']).doNothing())
        .execute()
      return storedKeys(projectId, days)
    },
    async removeExpired(nowMs) {
      const now = isoInstant(nowMs)
      const expired = metadata.selectFrom('visitor_key').select('day').where('expires_at', '<=', now)
      // Nearly always there is nothing to delete, and a delete would take the write lock.
      if ((await expired.limit(1).execute()).length === 0) return
      await metadata.deleteFrom('visitor_key').where('expires_at', '<=', now).execute()
    },
  }
}
