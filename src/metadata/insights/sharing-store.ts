import type { Metadata } from '#metadata/database/schema.ts'
import { isoInstant } from '#shared/clock.ts'
import { newSharingToken } from '#shared/secrets.ts'
import { type NewActivity, recordActivity } from './activity-store.ts'
import type { Insight } from './insight.ts'
import type { Writing } from './insight-store.ts'

/** The public link of an insight. */
export interface Sharing {
  readonly createdAt: string
  readonly enabled: boolean
  readonly accessToken: string
}

type Shared = Pick<Insight, 'id' | 'shortId' | 'name' | 'derivedName'>

export interface SharingStore {
  /** Null until the first change: before it the insight has no token. */
  ofInsight(insightId: number): Promise<Sharing | null>
  /** Enables or disables the link, with an entry in the log; undefined leaves it as it is, but creates the token. */
  setEnabled(writing: Writing, insight: Shared, enabled: boolean | undefined): Promise<Sharing>
  /** Replaces the token. The old one is then unknown. */
  replaceToken(writing: Writing, insight: Shared): Promise<Sharing>
  /** The insight of a token; null where the token is unknown, disabled, or its insight deleted. */
  byToken(accessToken: string): Promise<{ projectId: number; insightId: number } | null>
}

export function createSharingStore(metadata: Metadata): SharingStore {
  return {
    ofInsight: (insightId) => sharingOf(metadata, insightId),
    setEnabled: (writing, insight, enabled) =>
      metadata.transaction().execute(async (transaction) => {
        const before = await sharingOf(transaction, insight.id)
        const sharing = {
          createdAt: before?.createdAt ?? isoInstant(writing.nowMs),
          enabled: enabled ?? before?.enabled ?? false,
          accessToken: before?.accessToken ?? newSharingToken(),
        }
        await put(transaction, insight.id, sharing)
        const wasEnabled = before?.enabled ?? false
        if (sharing.enabled !== wasEnabled) await recordSwitch(transaction, writing, insight, sharing.enabled)
        return sharing
      }),
    replaceToken: (writing, insight) =>
      metadata.transaction().execute(async (transaction) => {
        const before = await sharingOf(transaction, insight.id)
        const sharing = {
          createdAt: before?.createdAt ?? isoInstant(writing.nowMs),
          enabled: before?.enabled ?? false,
          accessToken: newSharingToken(),
        }
        await put(transaction, insight.id, sharing)
        await record(transaction, writing, insight, { activity: 'sharing link replaced', changes: null })
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

const recordSwitch = (transaction: Metadata, writing: Writing, insight: Shared, enabled: boolean) =>
  record(transaction, writing, insight, {
    activity: enabled ? 'sharing enabled' : 'sharing disabled',
    changes: [{ type: 'Insight', action: 'changed', field: 'sharing', before: !enabled, after: enabled }],
  })

// Also for an insight without a name: a shared insight is no draft.
const record = (
  transaction: Metadata,
  writing: Writing,
  { id, shortId, name, derivedName }: Shared,
  entry: Pick<NewActivity, 'activity' | 'changes'>,
) =>
  recordActivity(
    transaction,
    { ...entry, ...writing, scope: 'Insight', itemId: id, name: name || derivedName, shortId },
    writing.nowMs,
  )
