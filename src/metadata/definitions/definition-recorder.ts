import type { LRUCache } from 'lru-cache'
import type { MetadataTransaction } from '#metadata/database/schema.ts'
import { groupBy } from '#shared/group-by.ts'
import { joinKinds } from './definition.ts'
import {
  countDefinitions,
  type DefinitionTable,
  findDefinitions,
  nameText,
  putDefinitions,
} from './definition-tables.ts'

/**
 * Keys of the definitions that were stored or found stored since the start. A property has one more key for
 * each kind with which it was recorded. Refused names are not in here, because there can be any number of
 * them.
 */
export type KnownDefinitions = LRUCache<string, true>

/** Records the definitions of one table. Rows wait in memory until they are written. */
export interface DefinitionRecorder<Row> {
  /**
   * Adds rows to the waiting rows. Returns the added rows whose definition is not known to be stored, or not
   * with the kind of the row.
   */
  add(rows: readonly Row[]): Row[]
  /**
   * Whether a row will not be recorded because its scope has reached the limit. A known row is never
   * refused.
   */
  isRefused(row: Row): boolean
  /** Returns the number of waiting definitions. */
  size(): number
  /** Returns the waiting rows, each definition once. Afterwards no row waits. */
  take(): Row[]
  /** Writes rows, except new definitions beyond the limit of their scope. Returns the written rows. */
  write(transaction: MetadataTransaction, rows: readonly Row[], nowMs: number): Promise<Row[]>
  /**
   * Forgets which scopes have reached their limit. Must be called when definitions were deleted, because
   * such a scope may have room again.
   */
  forgetFull(): void
  /**
   * Remembers that rows are stored. Must be called with the rows that `write` has returned, when they are
   * committed.
   */
  learn(written: readonly Row[]): void
}

/**
 * What is joined when several rows name the same definition. A pair has only a count, and an event has no
 * kind.
 */
interface Tally {
  count: number
  lastSeenMs?: number
  kind?: string | null
}

/**
 * Creates a recorder. `most` is the highest number of definitions in one scope. The recorders of all tables
 * share `known`.
 */
export function createDefinitionRecorder<Row extends Readonly<Tally>>(
  table: DefinitionTable<Row>,
  most: number,
  known: KnownDefinitions,
): DefinitionRecorder<Row> {
  const { keyOf, scopeOf, nameOf } = table
  const waiting = new Map<string, Row & Tally>()
  const full = new Set<string>()
  const scopeText = (row: Row) => scopeOf(row).join(':')
  const isKnown = ({ kind }: Row, key: string) =>
    known.get(kind === undefined ? key : withKind(kind, key)) !== undefined

  /**
   * Returns the rows that can be stored, among rows of one scope that are not known to be stored. The kind
   * of each is joined with the stored kind.
   */
  async function admit(transaction: MetadataTransaction, rows: readonly [Row, ...Row[]]) {
    const room = most - (await countDefinitions(transaction, table, rows[0]))
    // The scope was full before this transaction, so it counts as full even if the transaction fails.
    if (room <= 0) full.add(scopeText(rows[0]))
    const hasKinds = rows[0].kind !== undefined
    if (rows.length <= room && !hasKinds) return rows.map((row) => ({ row, value: row }))
    const stored = await findDefinitions(transaction, table, rows)
    let added = 0
    return rows.flatMap((row) => {
      const kind = stored.get(nameText(nameOf(row)))
      if (kind === undefined && ++added > room) return []
      return { row, value: hasKinds ? { ...row, kind: joinKinds(kind ?? null, row.kind ?? null) } : row }
    })
  }
  return {
    add: (rows) =>
      rows.filter((row) => {
        const key = keyOf(row)
        const other = waiting.get(key)
        if (other === undefined) waiting.set(key, { ...row })
        else addTo(other, row)
        return !isKnown(row, key)
      }),
    isRefused: (row) => full.has(scopeText(row)) && !known.has(keyOf(row)),
    size: () => waiting.size,
    take() {
      const rows = [...waiting.values()]
      waiting.clear()
      return rows
    },
    async write(transaction, rows, nowMs) {
      const admitted: { row: Row; value: Row }[] = []
      const unknown: Row[] = []
      for (const row of rows)
        if (!isKnown(row, keyOf(row))) unknown.push(row)
        // The kind of a known row is stored already, so the row does not write it again.
        else admitted.push({ row, value: row.kind == null ? row : { ...row, kind: null } })
      for (const ofScope of groupBy(unknown, scopeText, (row) => row).values())
        admitted.push(...(await admit(transaction, ofScope)))
      await putDefinitions(
        transaction,
        table,
        admitted.map(({ value }) => value),
        nowMs,
      )
      return admitted.map(({ row }) => row)
    },
    forgetFull: () => full.clear(),
    learn(written) {
      for (const row of written) {
        const key = keyOf(row)
        known.set(key, true)
        if (row.kind !== undefined) known.set(withKind(row.kind, key), true)
      }
    },
  }
}

const withKind = (kind: string | null, key: string) => `${kind} ${key}`

function addTo(tally: Tally, { count, lastSeenMs, kind }: Readonly<Tally>): void {
  tally.count += count
  if (lastSeenMs !== undefined) tally.lastSeenMs = Math.max(tally.lastSeenMs ?? 0, lastSeenMs)
  if (kind !== undefined) tally.kind = joinKinds(tally.kind ?? null, kind)
}
