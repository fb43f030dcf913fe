import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'
import { type EvictionState, evictBeyond, makeRoom } from './evict-results.ts'

/** A computed answer as it is kept. */
export interface StoredResult {
  /** Names the question: everything that decides what the answer is, save the data and the time. */
  readonly key: string
  readonly projectId: number
  /** What the answer was computed from. */
  readonly freshness: string
  /** JSON. */
  readonly answer: string
  /** IANA name. */
  readonly timezone: string
  readonly refreshedAt: string
}

/** Answers of all projects, no more than fit; those that nobody has used for longest go first. */
export interface CachedResultStore {
  find(projectId: number, key: string, nowMs: number): Promise<StoredResult | null>
  /** Those of these that are kept, by key. */
  byKeys(
    projectId: number,
    keys: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, StoredResult>>
  /**
   * Keeps an answer in place of the last one to its question, unless that was begun later. False where it is too large:
   * then none is kept.
   */
  put(row: StoredResult, nowMs: number): Promise<boolean>
  /** Deletes the least recently used answers beyond the limit, as after a start with a lower one. */
  evict(): Promise<void>
}

/** Use is noted no more often: reading an answer must not cost a write. */
const USE_MS = 10 * 60_000
/** One answer takes no more than this part of the room. */
const LARGEST_PART = 4

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
        if (Math.abs(nowMs - Date.parse(row.used_at)) >= USE_MS) used.push(key)
      }
    }
    // Reading goes on where nothing can be written.
    await noteUse(used, nowMs).catch(() => undefined)
    return found
  }
  async function noteUse(keys: readonly string[], nowMs: number): Promise<void> {
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
      const isKept = bytes <= maxBytes / LARGEST_PART
      try {
        await metadata.transaction().execute(async (transaction) => {
          if (await hasNewer(transaction, row, nowMs)) return
          // The last answer goes in either case: it must not come back when a newer one has been shown.
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
    evict: () => metadata.transaction().execute((transaction) => evictBeyond(transaction, state, maxBytes)),
  }
}

// What began before ended later. A time to come is a clock's that was put back.
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

/** What the rest of a row takes, with its place in the indexes. */
const ROW_BYTES = 400

const sizeOf = (row: StoredResult) => Buffer.byteLength(row.answer) + ROW_BYTES
