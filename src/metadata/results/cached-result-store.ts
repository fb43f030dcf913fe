import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant, isWithin } from '#shared/clock.ts'
import { randomText } from '#shared/random-text.ts'
import { removeAllDiscarded, removeDiscarded } from './discard-results.ts'
import { type EvictionState, evictBeyond, makeRoom } from './evict-results.ts'
import { linesOfParts, linesOfText, type PackedText, packLines } from './packed-text.ts'

/** A result of a query, without its text. */
interface ResultRow {
  /** Identifies the query by everything that decides the result, except the data and the time. */
  readonly key: string
  readonly projectId: number
  /** The range and the versions of the data from which the result was computed. */
  readonly freshness: string
  /** IANA name of the time zone. */
  readonly timezone: string
  readonly refreshedAt: string
}
/** A cached result of a query. */
export interface StoredResult extends ResultRow {
  /**
   * Reads the lines of the result. They end early if the result was replaced after it was found, because
   * some of its parts are then lost.
   */
  lines(): AsyncIterable<string>
}
/** A result that is to be cached. */
export interface NewResult extends ResultRow {
  /** The text of the result. No line contains a line end. */
  readonly lines: Iterable<string>
}

/**
 * The cached results of all projects, up to a total number of bytes. The least recently used results are
 * evicted first.
 */
export interface CachedResultStore {
  find(projectId: number, key: string, nowMs: number): Promise<StoredResult | null>
  /** Returns the cached results among these keys, by key. */
  byKeys(
    projectId: number,
    keys: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, StoredResult>>
  /**
   * Replaces the cached result of the same query, unless the cached result was computed later. Returns
   * false if the result is too large; then no result of the query is cached.
   */
  put(row: NewResult, nowMs: number): Promise<boolean>
  /**
   * Deletes the least recently used results beyond the limit, for example after a start with a lower limit.
   * If `signal` aborts, some of these results stay.
   */
  evict(signal?: AbortSignal): Promise<void>
}

/** A use within this time of the last recorded use is not recorded, so that most reads write nothing. */
const USE_MS = 10 * 60_000
/** A single result takes at most this share of all bytes. */
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
        if (row.is_whole === 0) continue
        const { key, freshness, timezone, refreshed_at: refreshedAt } = row
        const lines = () => linesOf(metadata, row)
        found.set(key, { key, projectId, freshness, timezone, refreshedAt, lines })
        if (!isWithin(USE_MS, Date.parse(row.used_at), nowMs)) used.push(key)
      }
    }
    // If the disk cannot be written to, results can still be read.
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
      const packed = await packLines(row.lines)
      const bytes = sizeOf(packed)
      const isKept = bytes <= maxBytes * LARGEST_PART
      const content = packed.parts.length === 0 ? null : randomText(CONTENT_LENGTH)
      try {
        const discarded = await metadata.transaction().execute(async (transaction) => {
          if (await hasNewer(transaction, row, nowMs)) return null
          await correctUses(transaction, nowMs)
          // The old result is removed in either case, because it must not be shown after a newer one.
          const added = { key: row.key, bytes: isKept ? bytes : 0, maxBytes }
          const room = await makeRoom(transaction, state, added)
          if (isKept) await insert(transaction, row, packed, { bytes, content, nowMs })
          return room
        })
        if (discarded === null) return isKept
        await removeDiscarded(metadata, discarded)
        if (isKept && content !== null) return await insertParts(metadata, content, packed.parts)
      } catch (error) {
        state.totalBytes = null
        throw error
      }
      return isKept
    },
    async evict(signal) {
      await metadata.transaction().execute((transaction) => evictBeyond(transaction, state, maxBytes, signal))
      await removeAllDiscarded(metadata, signal)
    },
  }
}

// Returns whether a later result is stored: an earlier computation may end after a later one. A stored time
// in the future does not count, because it was written before the clock was set back.
async function hasNewer(transaction: Metadata, row: ResultRow, nowMs: number): Promise<boolean> {
  const newer = await transaction
    .selectFrom('answer')
    .select('key')
    .where('key', '=', row.key)
    .where('refreshed_at', '>', row.refreshedAt)
    .where('refreshed_at', '<=', isoInstant(nowMs))
    .executeTakeFirst()
  return newer !== undefined
}

// Corrects uses in the future. They were recorded before the clock was set back, and their results would be
// the last to be evicted.
async function correctUses(transaction: Metadata, nowMs: number): Promise<void> {
  const now = isoInstant(nowMs)
  await transaction.updateTable('answer').set({ used_at: now }).where('used_at', '>', now).execute()
}

/** Length of a random name. It is long enough that no two results have the same name. */
const CONTENT_LENGTH = 22

async function insert(
  transaction: Metadata,
  row: ResultRow,
  packed: PackedText,
  {
    bytes,
    content,
    nowMs,
  }: { readonly bytes: number; readonly content: string | null; readonly nowMs: number },
): Promise<void> {
  await transaction
    .insertInto('answer')
    .values({
      key: row.key,
      project_id: row.projectId,
      freshness: row.freshness,
      answer: packed.text,
      timezone: row.timezone,
      refreshed_at: row.refreshedAt,
      bytes,
      used_at: isoInstant(nowMs),
      content,
      text_bytes: content === null ? null : packed.textBytes,
      is_whole: content === null ? 1 : 0,
    })
    .execute()
}

/**
 * Inserts each part in its own transaction. Returns false if the result is deleted meanwhile; its next part
 * is then refused.
 */
async function insertParts(
  metadata: Metadata,
  content: string,
  parts: readonly Uint8Array[],
): Promise<boolean> {
  try {
    for (const [part, bytes] of parts.entries()) {
      await metadata.insertInto('answer_part').values({ content, part, bytes }).execute()
      await nextLoopTurn()
    }
  } catch (error) {
    if (await isReplaced(metadata, content)) return false
    throw error
  }
  const { numUpdatedRows } = await metadata
    .updateTable('answer')
    .set({ is_whole: 1 })
    .where('content', '=', content)
    .where('bytes', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function* linesOf(
  metadata: Metadata,
  { answer, content }: Pick<Selectable<MetadataSchema['answer']>, 'answer' | 'content'>,
): AsyncGenerator<string> {
  if (content === null) {
    yield* linesOfText(answer)
    return
  }
  try {
    yield* linesOfParts(partsOf(metadata, content))
  } catch (error) {
    if (!(await isReplaced(metadata, content))) throw error
  }
}

async function* partsOf(metadata: Metadata, content: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const found = await metadata
      .selectFrom('answer_part')
      .select('bytes')
      .where('content', '=', content)
      .where('part', '=', part)
      .executeTakeFirst()
    if (found === undefined) return
    // libsql reads a blob as an ArrayBuffer.
    yield new Uint8Array(found.bytes)
    await nextLoopTurn()
  }
}

async function isReplaced(metadata: Metadata, content: string): Promise<boolean> {
  const result = await metadata
    .selectFrom('answer')
    .select('key')
    .where('content', '=', content)
    .where('bytes', '>', 0)
    .executeTakeFirst()
  return result === undefined
}

/** Bytes of the other columns and of the entries in indexes. */
const ROW_BYTES = 400

const sizeOf = ({ text, textBytes, parts }: PackedText) =>
  ROW_BYTES + (text === '' ? parts.reduce((total, part) => total + part.length, 0) : textBytes)
