import type { SharingColumns } from '#metadata/database/insight-schema.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { type NewActivity, recordActivity } from '#metadata/insights/activity-store.ts'
import type { Writing } from '#metadata/insights/insight-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { firstSharingToken, newSharingToken } from '#shared/secrets.ts'

/** The public link of an insight or of a dashboard. */
export interface Sharing {
  /** Null before the first change. */
  readonly createdAt: string | null
  readonly enabled: boolean
  readonly accessToken: string
  /** Whether visitors may choose another range of dates. */
  readonly mayChangeDates: boolean
}

/** The insight or the dashboard that a link shows, with the names under which the log records it. */
export interface Shared {
  readonly id: number
  readonly shortId: string | null
  readonly name: string | null
}

/** The project and the id of what a link shows, and what its visitors may do. */
export interface SharedPlace {
  readonly projectId: number
  readonly itemId: number
  readonly mayChangeDates: boolean
}

/** The fields of a link that a request changes. An undefined field stays as it is. */
export interface SharingChange {
  readonly enabled?: boolean | undefined
  readonly mayChangeDates?: boolean | undefined
}

export interface SharingStore {
  /**
   * Returns the link. A link that was never changed is disabled, but it already has the token with which its
   * first change will store it.
   */
  of(itemId: number): Promise<Sharing>
  /** Changes the link and adds an entry to the log. A change without fields only stores the token. */
  change(writing: Writing, shared: Shared, change: SharingChange): Promise<Sharing>
  /** Replaces the token. The old token is then unknown. */
  replaceToken(writing: Writing, shared: Shared): Promise<Sharing>
  /**
   * Returns what a token shows; null if the token is unknown, if its link is disabled, or if the insight or
   * dashboard is deleted.
   */
  byToken(accessToken: string): Promise<SharedPlace | null>
}

/** Stores the links of insights or of dashboards. */
export interface SharingTable {
  readonly scope: 'Insight' | 'Dashboard'
  find(database: Metadata, itemId: number): Promise<StoredSharing | undefined>
  put(database: Metadata, itemId: number, sharing: StoredSharing): Promise<void>
  /** Finds the insight or dashboard that an enabled link shows, unless it is deleted. */
  byToken(database: Metadata, accessToken: string): Promise<SharedPlace | null>
}

export type StoredSharing = Readonly<SharingColumns>

export function createSharingStore(metadata: Metadata, table: SharingTable): SharingStore {
  const sharingOf = async (database: Metadata, itemId: number): Promise<Sharing> => {
    const row = await table.find(database, itemId)
    if (row === undefined) return unshared(await firstToken(database, table.scope, itemId))
    return {
      createdAt: row.created_at,
      enabled: row.enabled === 1,
      accessToken: row.access_token,
      mayChangeDates: row.may_change_dates === 1,
    }
  }
  const write = (
    writing: Writing,
    shared: Shared,
    changed: (before: Sharing) => Omit<Sharing, 'createdAt'>,
    entryOf: (before: Sharing, after: Sharing) => Entry | null,
  ): Promise<Sharing> =>
    metadata.transaction().execute(async (transaction) => {
      const before = await sharingOf(transaction, shared.id)
      const sharing = { createdAt: before.createdAt ?? isoInstant(writing.nowMs), ...changed(before) }
      await table.put(transaction, shared.id, {
        access_token: sharing.accessToken,
        enabled: Number(sharing.enabled),
        created_at: sharing.createdAt,
        may_change_dates: Number(sharing.mayChangeDates),
      })
      const entry = entryOf(before, sharing)
      if (entry !== null) await record(transaction, writing, table.scope, shared, entry)
      return sharing
    })
  return {
    of: (itemId) => sharingOf(metadata, itemId),
    change: (writing, shared, { enabled, mayChangeDates }) =>
      write(
        writing,
        shared,
        (before) => ({
          enabled: enabled ?? before.enabled,
          accessToken: before.accessToken,
          mayChangeDates: mayChangeDates ?? before.mayChangeDates,
        }),
        (before, after) => switched(table.scope, before, after),
      ),
    replaceToken: (writing, shared) =>
      write(
        writing,
        shared,
        ({ enabled, mayChangeDates }) => ({ enabled, mayChangeDates, accessToken: newSharingToken() }),
        () => ({ activity: 'sharing link replaced', changes: null }),
      ),
    byToken: (accessToken) => table.byToken(metadata, accessToken),
  }
}

const unshared = (accessToken: string): Sharing => ({
  ...{ createdAt: null, enabled: false, accessToken, mayChangeDates: false },
})

/** Returns the first token of a link. It is made from a secret, so reading a link stores nothing. */
async function firstToken(database: Metadata, scope: SharingTable['scope'], itemId: number): Promise<string> {
  const { sharing_key: key } = await database
    .selectFrom('installation')
    .select('sharing_key')
    .executeTakeFirstOrThrow()
  return firstSharingToken(key, `${scope} ${itemId}`)
}

type Entry = Pick<NewActivity, 'activity' | 'changes'>

type Rights = Pick<Sharing, 'enabled' | 'mayChangeDates'>

/** Returns the log entry of a change; null if nothing changes. */
function switched(type: SharingTable['scope'], before: Rights, after: Rights): Entry | null {
  const changes = (['enabled', 'mayChangeDates'] as const)
    .filter((right) => before[right] !== after[right])
    .map((right) => ({
      ...{ type, action: 'changed' as const, field: LOGGED[right] },
      ...{ before: before[right], after: after[right] },
    }))
  if (changes.length === 0) return null
  if (before.enabled === after.enabled) return { activity: 'sharing changed', changes }
  return { activity: after.enabled ? 'sharing enabled' : 'sharing disabled', changes }
}
const LOGGED = { enabled: 'sharing', mayChangeDates: 'sharing_may_change_dates' } as const

// A change is logged even for an insight without a name, because a shared insight is no draft.
const record = (
  transaction: Metadata,
  writing: Writing,
  scope: SharingTable['scope'],
  { id, shortId, name }: Shared,
  entry: Entry,
) => recordActivity(transaction, { ...entry, ...writing, scope, itemId: id, name, shortId }, writing.nowMs)
