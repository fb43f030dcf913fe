import type { Metadata } from '#metadata/database/schema.ts'

export interface EvictionState {
  /** What all kept answers take; null while that is not known. */
  totalBytes: number | null
}
interface Newcomer {
  /** Whose last answer goes. */
  readonly key: string
  readonly bytes: number
  readonly maxBytes: number
}

/** Rows that are looked at together; more is soon enough. */
const CHUNK = 100

/** Makes room for an answer: its predecessor goes, and then those that were used longest ago, until it fits. */
export async function makeRoom(
  transaction: Metadata,
  state: EvictionState,
  newcomer: Newcomer,
): Promise<void> {
  let total = state.totalBytes ?? (await totalBytes(transaction))
  const last = await transaction
    .deleteFrom('answer')
    .where('key', '=', newcomer.key)
    .returning('bytes')
    .executeTakeFirst()
  total += newcomer.bytes - Number(last?.bytes ?? 0)
  state.totalBytes = await evictFrom(transaction, total, newcomer.maxBytes)
}

/** Deletes the least recently used answers until the others take at most `maxBytes`. */
export async function evictBeyond(
  transaction: Metadata,
  state: EvictionState,
  maxBytes: number,
): Promise<void> {
  state.totalBytes = await evictFrom(transaction, await totalBytes(transaction), maxBytes)
}

/** Returns the bytes of the answers that are left; `bytes` is what all of them take. */
async function evictFrom(transaction: Metadata, bytes: number, maxBytes: number): Promise<number> {
  let total = bytes
  while (total > maxBytes) {
    const oldest = await transaction
      .selectFrom('answer')
      .select(['key', 'bytes'])
      .orderBy('used_at')
      .orderBy('key')
      .limit(CHUNK)
      .execute()
    const going: string[] = []
    for (const row of oldest) {
      if (total <= maxBytes) break
      total -= Number(row.bytes)
      going.push(row.key)
    }
    if (going.length === 0) break
    await transaction.deleteFrom('answer').where('key', 'in', going).execute()
  }
  return total
}

async function totalBytes(transaction: Metadata): Promise<number> {
  const row = await transaction
    .selectFrom('answer')
    .select((e) => e.fn.sum<number | null>('bytes').as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total ?? 0)
}
