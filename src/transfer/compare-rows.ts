import { z } from 'zod'
import { type Fragment, sql } from '#fragments/fragment.ts'
import { partCondition } from './days-condition.ts'
import type { ReadableStore } from './readable-store.ts'
import { listOf, type RowPart, type RowTable, rowsFrom } from './row-table.ts'

/** Identifies a row of a day. */
export interface RowKey {
  readonly projectId: number
  readonly uuid: string
}

/** The differences of a copy. A row with other values is in both lists. */
export interface RowDifferences {
  /** Rows that the copy must get, by {@link rowKey}. */
  readonly missing: ReadonlySet<string>
  /** Rows that the copy must lose. */
  readonly extra: readonly RowKey[]
}

export const rowKey = ({ projectId, uuid }: RowKey): string => `${projectId} ${uuid}`

const Row = z.tuple([z.number(), z.string(), z.string()])

/** Returns the statement of the keys and hashes of the rows of a part. */
export const keysQuery = (table: RowTable, stored: string, part: RowPart): Fragment => sql`SELECT
  project_id,
  toString(uuid) AS id,
  toString(cityHash64(${listOf(table.columns)})) AS hash
FROM ${rowsFrom(table, stored)}
WHERE ${partCondition(part)}`

/** Compares the rows of a part, in memory: about 400 bytes a row. */
export async function compareRows(
  source: ReadableStore,
  copy: ReadableStore,
  table: RowTable,
  part: RowPart,
): Promise<RowDifferences> {
  const wanted = await readHashes(source, table, part)
  const copied = await readHashes(copy, table, part)
  const isRight = (key: string) => same(wanted.get(key)?.hashes, copied.get(key)?.hashes)
  return {
    missing: new Set([...wanted.keys()].filter((key) => !isRight(key))),
    extra: [...copied].filter(([key]) => !isRight(key)).map(([, { row }]) => row),
  }
}

interface Found {
  readonly row: RowKey
  /** The hashes of all rows with this key. */
  readonly hashes: string[]
}

// The rows of one uuid are compared as a list, so that a row that is there twice is found.
async function readHashes(store: ReadableStore, table: RowTable, part: RowPart): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  await store.stream('keys', keysQuery(table, store.storedName(table.name), part), async (rows) => {
    for (const values of rows) {
      const [projectId, uuid, hash] = Row.parse(values)
      const key = rowKey({ projectId, uuid })
      const one = found.get(key)
      if (one === undefined) found.set(key, { row: { projectId, uuid }, hashes: [hash] })
      else one.hashes.push(hash)
    }
  })
  return found
}

const same = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.toSorted().join() === other.toSorted().join()
