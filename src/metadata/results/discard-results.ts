import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Metadata } from '#metadata/database/schema.ts'

/** Begins the key of a discarded result, before its content. No other key begins with it. */
const DISCARDED = 'discarded '

/**
 * Takes results out of use. A short result is deleted at once. A long one is marked as discarded: it is no
 * longer found, and counts no bytes. Returns the contents of the long ones, for {@link removeDiscarded}.
 * Deleting all parts in one transaction held the event loop for 120 ms, because deleted bytes are
 * overwritten.
 */
export async function discardResults(transaction: Metadata, keys: readonly string[]): Promise<string[]> {
  const discarded = await transaction
    .updateTable('answer')
    .set({ key: sql<string>`${DISCARDED} || content`, bytes: 0, is_whole: 0 })
    .where('key', 'in', keys)
    .where('content', 'is not', null)
    .returning('content')
    .execute()
  await transaction.deleteFrom('answer').where('key', 'in', keys).execute()
  return discarded.flatMap(({ content }) => content ?? [])
}

/**
 * Deletes discarded results: each part in its own transaction, then the row. If `signal` aborts, some of
 * them stay.
 */
export async function removeDiscarded(
  metadata: Metadata,
  contents: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const content of contents) {
    let last = await lastPart(metadata, content)
    for (; last !== null && !signal?.aborted; last = await lastPart(metadata, content)) {
      await metadata
        .deleteFrom('answer_part')
        .where('content', '=', content)
        .where('part', '=', last)
        .execute()
      await nextLoopTurn()
    }
    if (last === null) await metadata.deleteFrom('answer').where('content', '=', content).execute()
  }
}

/**
 * Deletes the discarded results of all projects. There are some if a process ended before it had deleted
 * what it had discarded.
 */
export async function removeAllDiscarded(metadata: Metadata, signal?: AbortSignal): Promise<void> {
  // An index has the sizes and the keys. The contents are stored after the results, which would all be read.
  const rows = await metadata.selectFrom('answer').select('key').where('bytes', '=', 0).execute()
  await removeDiscarded(
    metadata,
    rows.map(({ key }) => key.slice(DISCARDED.length)),
    signal,
  )
}

async function lastPart(metadata: Metadata, content: string): Promise<number | null> {
  const row = await metadata
    .selectFrom('answer_part')
    .select('part')
    .where('content', '=', content)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.part ?? null
}
