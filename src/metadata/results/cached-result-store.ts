import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant, isWithin } from '#shared/clock.ts'
import { type EvictionState, evictBeyond, makeRoom } from './evict-results.ts'

/** A cached result of a query. */
export interface StoredResult {
  /** Identifies the query: everything that decides the result, but for the data and the time. */
  readonly key: string
  readonly projectId: number
  /** The range and the versions of the data from which the result was computed. */
  readonly freshness: string
  /** JSON. */
  readonly answer: string
  /** IANA name. */
  readonly timezone: string
  readonly refreshedAt: string
}

/** The cached results of all projects, up to a number of bytes. The least recently used are evicted first. */
export interface CachedResultStore {
  find(projectId: number, key: string, nowMs: number): Promise<StoredResult | null>
  /** The cached ones among these, by key. */
  byKeys(
    projectId: number,
    keys: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, StoredResult>>
  /**
   * Replaces the cached result of the same query, unless that was computed later. Returns false where the result is too
   * large: then none is cached.
   */
  put(row: StoredResult, nowMs: number): Promise<boolean>
  /** Deletes the least recently used results beyond the limit, as after a start with a lower one. An abort leaves some of them. */
  evict(signal?: AbortSignal): Promise<void>
}

/** A use within this time of the last recorded one is not recorded: most reads write nothing. */
const USE_MS = 10 * 60_000
/** One result takes at most this part of all bytes. */
const LARGEST_PART = 1 / 4

export function createCachedResultStore(metadata: Metadata, maxBytes: number): CachedResultStore {
  const state: EvictionState = { totalBytes: null }

  async function byKeys(projectId: number, keys: readonly string[], nowMs: number) {
    const found = new Map<string, StoredResult>()
    const used: string[] = []
    for (const some of chunksOf(keys, IDS_A_STATEMENT)) {
      const rows = await metadata
        .selectFrom('answer')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('key', 'in', some)
        .execute()
      for (const row of rows) {
        const { key, freshness, answer, timezone, refreshed_at: refreshedAt } = row
        found.set(key, { key, projectId, freshness, answer, timezone, refreshedAt })
        if (!isWithin(USE_MS, Date.parse(row.used_at), nowMs)) used.push(key)
      }
    }
    // On a disk that cannot be written, results can still be read.
    await recordUse(used, nowMs).catch(() => undefined)
    return found
  }
  async function recordUse(keys: readonly string[], nowMs: number): Promise<void> {
    for (const some of chunksOf(keys, IDS_A_STATEMENT))
      await metadata
        .updateTable('answer')
        .set({ used_at: isoInstant(nowMs) })
        .where('key', 'in', some)
        .execute()
  }
  return {
    byKeys,
    find: async (projectId, key, nowMs) => (await byKeys(projectId, [key], nowMs)).get(key) ?? null,
    async put(row, nowMs) {
      const bytes = sizeOf(row)
      const isKept = bytes <= maxBytes * LARGEST_PART
      try {
        await metadata.transaction().execute(async (transaction) => {
          if (await hasNewer(transaction, row, nowMs)) return
          await correctUses(transaction, nowMs)
          // The old result is removed in either case: it must not be shown after a newer one.
          await makeRoom(transaction, state, { key: row.key, bytes: isKept ? bytes : 0, maxBytes })
          if (isKept)
            await transaction
              .insertInto('answer')
              .values({
                key: row.key,
                project_id: row.projectId,
                freshness: row.freshness,
                answer: row.answer,
                timezone: row.timezone,
                refreshed_at: row.refreshedAt,
                bytes,
                used_at: isoInstant(nowMs),
              })
              .execute()
        })
      } catch (error) {
        state.totalBytes = null
        throw error
      }
      return isKept
    },
    evict: (signal) =>
      metadata.transaction().execute((transaction) => evictBeyond(transaction, state, maxBytes, signal)),
  }
}

// An earlier computation may end after a later one. A time in the future was written before the clock was set back.
async function hasNewer(transaction: Metadata, row: StoredResult, nowMs: number): Promise<boolean> {
  const newer = await transaction
    .selectFrom('answer')
    .select('key')
    .where('key', '=', row.key)
    .where('refreshed_at', '>', row.refreshedAt)
    .where('refreshed_at', '<=', isoInstant(nowMs))
    .executeTakeFirst()
  return newer !== undefined
}

// A use in the future was recorded before the clock was set back. Its result would be the last to be evicted.
async function correctUses(transaction: Metadata, nowMs: number): Promise<void> {
  const now = isoInstant(nowMs)
  await transaction.updateTable('answer').set({ used_at: now }).where('used_at', '>', now).execute()
}

/** The size of the other columns and the entries in indexes. */
const ROW_BYTES = 400

const sizeOf = (row: StoredResult) => Buffer.byteLength(row.answer) + ROW_BYTES
