import { isoInstant } from '../shared/clock.ts'
import { newSharingToken } from '../shared/secrets.ts'
import { recordActivity } from './activity-store.ts'
import type { Insight } from './insight-store.ts'
import type { Metadata } from './open-metadata.ts'

/** The link to one insight that needs no key. */
export interface Sharing {
  readonly createdAt: string
  readonly enabled: boolean
  readonly accessToken: string
}

/** Who changes the sharing of an insight, and when. */
export interface SharingChange {
  readonly insight: Pick<Insight, 'id' | 'projectId' | 'shortId' | 'name' | 'derivedName'>
  readonly userId: number
  readonly nowMs: number
}

export interface SharingStore {
  /** Null until the first change: before it, there is no link that could be opened later. */
  ofInsight(insightId: number): Promise<Sharing | null>
  /** Opens or closes the link; undefined leaves it as it is. The activity entry is written with the change. */
  setEnabled(change: SharingChange, enabled: boolean | undefined): Promise<Sharing>
  /** Another token in place of the present one, which opens nothing from then on. */
  replaceToken(change: SharingChange): Promise<Sharing>
  /** What the token opens; null where it is unknown, disabled, or its insight deleted: one look-up for all of them. */
  byToken(accessToken: string): Promise<{ projectId: number; insightId: number } | null>
}

export function createSharingStore(metadata: Metadata): SharingStore {
  return {
    ofInsight: (insightId) => sharingOf(metadata, insightId),
    setEnabled: (change, enabled) =>
      metadata.transaction().execute(async (transaction) => {
        const before = await sharingOf(transaction, change.insight.id)
        const sharing = {
          createdAt: before?.createdAt ?? isoInstant(change.nowMs),
          enabled: enabled ?? before?.enabled ?? false,
          accessToken: before?.accessToken ?? newSharingToken(),
        }
        await put(transaction, change.insight.id, sharing)
        const wasEnabled = before?.enabled ?? false
        if (sharing.enabled !== wasEnabled) await recordSwitch(transaction, change, sharing.enabled)
        return sharing
      }),
    replaceToken: (change) =>
      metadata.transaction().execute(async (transaction) => {
        const before = await sharingOf(transaction, change.insight.id)
        const sharing = {
          createdAt: before?.createdAt ?? isoInstant(change.nowMs),
          enabled: before?.enabled ?? false,
          accessToken: newSharingToken(),
        }
        await put(transaction, change.insight.id, sharing)
        await record(transaction, change, 'sharing link replaced', null)
        return sharing
      }),
    async byToken(accessToken) {
      const row = await metadata
        .selectFrom('insight_sharing')
        .innerJoin('insight', 'insight.id', 'insight_sharing.insight_id')
        .select(['insight.id', 'insight.project_id'])
        .where('access_token', '=', accessToken)
        .where('insight_sharing.enabled', '=', 1)
        .where('insight.deleted', '=', 0)
        .executeTakeFirst()
      return row === undefined ? null : { projectId: row.project_id, insightId: row.id }
    },
  }
}

async function sharingOf(database: Metadata, insightId: number): Promise<Sharing | null> {
  const row = await database
    .selectFrom('insight_sharing')
    .selectAll()
    .where('insight_id', '=', insightId)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { createdAt: row.created_at, enabled: row.enabled === 1, accessToken: row.access_token }
}

async function put(transaction: Metadata, insightId: number, sharing: Sharing): Promise<void> {
  const values = {
    access_token: sharing.accessToken,
    enabled: Number(sharing.enabled),
    created_at: sharing.createdAt,
  }
  await transaction
    .insertInto('insight_sharing')
    .values({ insight_id: insightId, ...values })
    .onConflict((conflict) => conflict.column('insight_id').doUpdateSet(values))
    .execute()
}

const recordSwitch = (transaction: Metadata, change: SharingChange, enabled: boolean) =>
  record(transaction, change, enabled ? 'sharing enabled' : 'sharing disabled', [
    { type: 'Insight', action: 'changed', field: 'sharing', before: !enabled, after: enabled },
  ])

function record(
  transaction: Metadata,
  { insight, userId, nowMs }: SharingChange,
  activity: string,
  changes: Parameters<typeof recordActivity>[1]['changes'],
): Promise<void> {
  const { id, projectId, shortId, name, derivedName } = insight
  return recordActivity(
    transaction,
    {
      projectId,
      scope: 'Insight',
      itemId: id,
      userId,
      activity,
      changes,
      name: name || derivedName,
      shortId,
    },
    nowMs,
  )
}
