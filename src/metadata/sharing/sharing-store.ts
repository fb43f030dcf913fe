import type { Metadata } from '#metadata/database/schema.ts'
import { type NewActivity, recordActivity } from '#metadata/insights/activity-store.ts'
import type { Writing } from '#metadata/insights/insight-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { newSharingToken } from '#shared/secrets.ts'

/** The public link of an insight or of a dashboard. */
export interface Sharing {
  readonly createdAt: string
  readonly enabled: boolean
  readonly accessToken: string
}

/** What a link shows, as the log names it. */
export interface Shared {
  readonly id: number
  readonly shortId: string | null
  readonly name: string | null
}

/** The project and the number of what a link shows. */
export interface SharedPlace {
  readonly projectId: number
  readonly itemId: number
}

export interface SharingStore {
  /** Null until the first change: before it there is no token. */
  of(itemId: number): Promise<Sharing | null>
  /** Enables or disables the link, with an entry in the log; undefined leaves it as it is, but creates the token. */
  setEnabled(writing: Writing, shared: Shared, enabled: boolean | undefined): Promise<Sharing>
  /** Replaces the token. The old one is then unknown. */
  replaceToken(writing: Writing, shared: Shared): Promise<Sharing>
  /** What a token shows; null where the token is unknown, disabled, or that is deleted. */
  byToken(accessToken: string): Promise<SharedPlace | null>
}

/** The links of one kind of thing, as they are stored. */
export interface SharingTable {
  readonly scope: 'Insight' | 'Dashboard'
  find(database: Metadata, itemId: number): Promise<StoredSharing | undefined>
  put(database: Metadata, itemId: number, sharing: StoredSharing): Promise<void>
  /** Of an enabled link to what is not deleted. */
  byToken(database: Metadata, accessToken: string): Promise<SharedPlace | null>
}

export interface StoredSharing {
  readonly access_token: string
  readonly enabled: number
  readonly created_at: string
}

export function createSharingStore(metadata: Metadata, table: SharingTable): SharingStore {
  const sharingOf = async (database: Metadata, itemId: number): Promise<Sharing | null> => {
    const row = await table.find(database, itemId)
    if (row === undefined) return null
    return { createdAt: row.created_at, enabled: row.enabled === 1, accessToken: row.access_token }
  }
  const change = (
    writing: Writing,
    shared: Shared,
    changed: (before: Sharing | null) => Omit<Sharing, 'createdAt'>,
    entryOf: (before: Sharing | null, after: Sharing) => Entry | null,
  ): Promise<Sharing> =>
    metadata.transaction().execute(async (transaction) => {
      const before = await sharingOf(transaction, shared.id)
      const sharing = { createdAt: before?.createdAt ?? isoInstant(writing.nowMs), ...changed(before) }
      await table.put(transaction, shared.id, {
        access_token: sharing.accessToken,
        enabled: Number(sharing.enabled),
        created_at: sharing.createdAt,
      })
      const entry = entryOf(before, sharing)
      if (entry !== null) await record(transaction, writing, table.scope, shared, entry)
      return sharing
    })
  return {
    of: (itemId) => sharingOf(metadata, itemId),
    setEnabled: (writing, shared, enabled) =>
      change(
        writing,
        shared,
        (before) => ({
          enabled: enabled ?? before?.enabled ?? false,
          accessToken: before?.accessToken ?? newSharingToken(),
        }),
        (before, after) =>
          after.enabled === (before?.enabled ?? false) ? null : switched(table.scope, after.enabled),
      ),
    replaceToken: (writing, shared) =>
      change(
        writing,
        shared,
        (before) => ({ enabled: before?.enabled ?? false, accessToken: newSharingToken() }),
        () => ({ activity: 'sharing link replaced', changes: null }),
      ),
    byToken: (accessToken) => table.byToken(metadata, accessToken),
  }
}

type Entry = Pick<NewActivity, 'activity' | 'changes'>

const switched = (type: SharingTable['scope'], enabled: boolean): Entry => ({
  activity: enabled ? 'sharing enabled' : 'sharing disabled',
  changes: [{ type, action: 'changed', field: 'sharing', before: !enabled, after: enabled }],
})

// Also for an insight without a name: a shared insight is no draft.
const record = (
  transaction: Metadata,
  writing: Writing,
  scope: SharingTable['scope'],
  { id, shortId, name }: Shared,
  entry: Entry,
) => recordActivity(transaction, { ...entry, ...writing, scope, itemId: id, name, shortId }, writing.nowMs)
