import type { Metadata } from '#metadata/database/schema.ts'
import { discardResults } from './discard-results.ts'

export interface EvictionState {
  /** The size of all cached results in bytes; null while it is not known. */
  totalBytes: number | null
}
interface NewResult {
  /** The key of the new result. The cached result with this key is replaced. */
  readonly key: string
  readonly bytes: number
  readonly maxBytes: number
}

/** Number of the oldest rows that are read at once. */
const ROWS_AT_ONCE = 100

/**
 * Discards the result to replace, and then the least recently used results until the new result fits. Returns
 * the contents of the discarded results.
 */
export async function makeRoom(
  transaction: Metadata,
  state: EvictionState,
  added: NewResult,
): Promise<string[]> {
  let total = state.totalBytes ?? (await totalBytes(transaction))
  const last = await transaction
    .selectFrom('answer')
    .select('bytes')
    .where('key', '=', added.key)
    .executeTakeFirst()
  const replaced = await discardResults(transaction, [added.key])
  total += added.bytes - Number(last?.bytes ?? 0)
  const evicted = await evictFrom(transaction, total, added.maxBytes)
  state.totalBytes = evicted.bytes
  return [...replaced, ...evicted.contents]
}

/**
 * Discards the least recently used results until the others take at most `maxBytes`, or until `signal`
 * aborts.
 */
export async function evictBeyond(
  transaction: Metadata,
  state: EvictionState,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<void> {
  const { bytes } = await evictFrom(transaction, await totalBytes(transaction), maxBytes, signal)
  state.totalBytes = bytes
}

/**
 * Discards results until the rest fit. `bytes` is the size of all results. Returns the size of the remaining
 * results, and the contents of the discarded ones.
 */
async function evictFrom(
  transaction: Metadata,
  bytes: number,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<{ readonly bytes: number; readonly contents: string[] }> {
  const contents: string[] = []
  let total = bytes
  while (total > maxBytes && !signal?.aborted) {
    const oldest = await transaction
      .selectFrom('answer')
      .select(['key', 'bytes'])
      // A result without bytes is discarded already.
      .where('bytes', '>', 0)
      .orderBy('used_at')
      .orderBy('key')
      .limit(ROWS_AT_ONCE)
      .execute()
    const evicted: string[] = []
    for (const row of oldest) {
      if (total <= maxBytes) break
      total -= Number(row.bytes)
      evicted.push(row.key)
    }
    if (evicted.length === 0) break
    contents.push(...(await discardResults(transaction, evicted)))
  }
  return { bytes: total, contents }
}

async function totalBytes(transaction: Metadata): Promise<number> {
  const row = await transaction
    .selectFrom('answer')
    .select((e) => e.fn.sum<number | null>('bytes').as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total ?? 0)
}
