import type { UuidFilter } from '#coordination/uuid-filter.ts'
import { createRecentUuids } from './recent-uuids.ts'
import { createUuidBloomFilter } from './uuid-bloom-filter.ts'
import { createUuidHash, hashUuidBytes, hashUuidText } from './uuid-hash.ts'

/**
 * The uuids that the event store had when this process started. Rows are in ClickHouse's RowBinary format.
 */
export interface LoadedUuids {
  /** Resolves with the number of events of each day from `fromDay` on. */
  countsByDay(fromDay: number): Promise<readonly { readonly day: number; readonly count: number }[]>
  /** Yields rows of project (UInt32), day (Date) and uuid, from `fromDay` on. */
  recent(fromDay: number): AsyncIterable<Uint8Array>
  countUnanchored(): Promise<number>
  /** Yields rows of project (UInt32) and uuid. */
  unanchored(): AsyncIterable<Uint8Array>
}

export interface InProcessUuidFilter extends UuidFilter {
  /**
   * Adds the uuids that were stored before this process started. Until the promise resolves, any uuid
   * counts as one that may be stored.
   */
  load(stored: LoadedUuids, signal: AbortSignal): Promise<void>
}

export interface UuidFilterLimits {
  /** Number of days before the start whose events are loaded. Earlier days are not read. */
  readonly loadedDays: number
  /** Highest number of days whose uuids are kept: loaded days and days after the start together. */
  readonly maxDays: number
  /** Highest number of uuids for which memory is taken, at 4 bytes each. */
  readonly maxRecent: number
  readonly maxUnanchored: number
}

/**
 * The default limits. A retry arrives within minutes. An event of a phone that was switched off arrives
 * within days. 128 MiB hold two days of 16 million events each. A server with fewer events uses less, down
 * to a few MiB.
 */
const LIMITS: UuidFilterLimits = { loadedDays: 7, maxDays: 12, maxRecent: 2 ** 25, maxUnanchored: 2 ** 22 }

const DAY_MS = 86_400_000

/**
 * Creates a filter that is correct while only this process writes events. Its memory has an upper bound,
 * whatever the store contains.
 */
export function createInProcessUuidFilter(
  startedMs: number,
  limits: UuidFilterLimits = LIMITS,
): InProcessUuidFilter {
  const recent = createRecentUuids({ maxKeys: limits.maxRecent, maxDays: limits.maxDays })
  recent.forgetBefore(Math.floor(startedMs / DAY_MS) - limits.loadedDays)
  const unanchored = createUuidBloomFilter()
  const hash = createUuidHash()
  let isLoaded = false
  // False until the unanchored uuids of the store are loaded, and for ever if there are too many of them.
  // Once they are loaded, the filter lacks none, because each new one passes the filter before it is stored.
  let hasUnanchored = false
  const isOverfull = () => unanchored.capacity() > limits.maxUnanchored

  async function loadRecent(stored: LoadedUuids, signal: AbortSignal): Promise<void> {
    const counts = await stored.countsByDay(recent.fromDay())
    for (const { day, count } of [...counts].sort((a, b) => b.day - a.day)) recent.expect(day, count)
    recent.trim()
    for await (const chunk of stored.recent(recent.fromDay())) {
      if (signal.aborted) return
      const bytes = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      for (let at = 0; at < chunk.byteLength; at += RECENT_ROW_BYTES) {
        hashUuidBytes(hash, bytes.getUint32(at, true), bytes, at + 6)
        recent.add(hash, bytes.getUint16(at + 4, true))
      }
      recent.trim()
    }
  }
  async function loadUnanchored(stored: LoadedUuids, signal: AbortSignal): Promise<void> {
    if ((await stored.countUnanchored()) > limits.maxUnanchored / 2) return
    for await (const chunk of stored.unanchored()) {
      if (signal.aborted) return
      const bytes = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      for (let at = 0; at < chunk.byteLength; at += UNANCHORED_ROW_BYTES) {
        hashUuidBytes(hash, bytes.getUint32(at, true), bytes, at + 4)
        unanchored.add(hash)
      }
    }
    hasUnanchored = !signal.aborted
  }

  return {
    async claim(projectId, events) {
      const inRecent = new Set<string>()
      const inUnanchored = new Set<string>()
      const recentFromDay = recent.fromDay()
      for (const { uuid, timestampMs, isUnanchored } of events) {
        hashUuidText(hash, projectId, uuid)
        if (!isLoaded || recent.mayContain(hash)) inRecent.add(uuid)
        if (!hasUnanchored || isOverfull() || unanchored.mayContain(hash)) inUnanchored.add(uuid)
        recent.add(hash, Math.floor(timestampMs / DAY_MS))
        if (isUnanchored && !isOverfull()) unanchored.add(hash)
      }
      recent.trim()
      return { recentFromDay, recent: inRecent, unanchored: inUnanchored }
    },
    async load(stored, signal) {
      await loadRecent(stored, signal)
      isLoaded = !signal.aborted
      if (isLoaded) await loadUnanchored(stored, signal)
    },
  }
}

/** Bytes of a row of {@link LoadedUuids.recent}. */
export const RECENT_ROW_BYTES = 22
/** Bytes of a row of {@link LoadedUuids.unanchored}. */
export const UNANCHORED_ROW_BYTES = 20
