import { z } from 'zod'
import { type Fragment, sql } from '#fragments/fragment.ts'
import type { ReadableStore } from './readable-store.ts'
import { listOf, type ProjectDay, type RowTable, rowsFrom } from './row-table.ts'

/** Number of rows of a project of one day, with checksums that do not depend on the order of the rows. */
export interface DayDigest extends ProjectDay {
  readonly rows: number
  /** The sum of the 64-bit hashes of all rows, without its overflow. */
  readonly sum: bigint
  /** All hashes combined by exclusive or. */
  readonly xor: bigint
}

/** Digests by {@link dayKey}. */
export type DayDigests = ReadonlyMap<string, DayDigest>

export const dayKey = ({ projectId, day }: ProjectDay): string => `${projectId} ${day}`

const MASK = (1n << 64n) - 1n
const Row = z.tuple([z.number(), z.string(), z.coerce.number(), z.coerce.bigint(), z.coerce.bigint()])

/** Returns the statement of the digests of a table. It reads all columns of all rows. */
export const digestsQuery = (table: RowTable, stored: string): Fragment => sql`SELECT
  project_id,
  toString(day) AS date,
  count() AS rows,
  sum(hash) AS sum,
  groupBitXor(hash) AS xor
FROM (SELECT project_id, day, cityHash64(${listOf(table.columns)}) AS hash FROM ${rowsFrom(table, stored)})
GROUP BY project_id, day`

/** Reads the digests of a table. Each shard has digests of its own, which are added up. */
export async function readDigests(store: ReadableStore, table: RowTable): Promise<DayDigests> {
  const digests = new Map<string, DayDigest>()
  await store.stream('digests', digestsQuery(table, store.storedName(table.name)), async (rows) => {
    for (const row of rows) {
      const [projectId, day, count, sum, xor] = Row.parse(row)
      const key = dayKey({ projectId, day })
      const before = digests.get(key)
      digests.set(key, {
        projectId,
        day,
        rows: count + (before?.rows ?? 0),
        sum: (sum + (before?.sum ?? 0n)) & MASK,
        xor: xor ^ (before?.xor ?? 0n),
      })
    }
  })
  return digests
}

/** Returns the sum of the rows. */
export const rowsOfDays = (digests: Iterable<DayDigest>): number => {
  let rows = 0
  for (const digest of digests) rows += digest.rows
  return rows
}
