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
 * Keys of definitions that were stored or found stored since the start, and of properties once more with each kind that they
 * were recorded with. Refused names are not in here, because there can be any number of them.
 */
export type KnownDefinitions = LRUCache<string, true>

/** Records the definitions of one table. Rows wait in memory until they are written. */
export interface DefinitionRecorder<Row> {
  /** Adds rows to the waiting ones. Returns those that are not known, or not with their kind. */
  add(rows: readonly Row[]): Row[]
  /** Whether a row will not be recorded: it is not known to be, and its scope is full. */
  isRefused(row: Row): boolean
  /** How many definitions wait. */
  size(): number
  /** The waiting rows, each definition once. Afterwards none waits. */
  take(): Row[]
  /** Writes rows, but for those that would be new beyond the limit of their scope. Returns the written ones. */
  write(transaction: MetadataTransaction, rows: readonly Row[], nowMs: number): Promise<Row[]>
  /** To be called when definitions were deleted: a scope may have room again. */
  forgetFull(): void
  /** To be called with written rows when they are committed. */
  learn(written: readonly Row[]): void
}

/** Pairs have only a count, events have no kind. */
interface Tally {
  count: number
  lastSeenMs?: number
  kind?: string | null
}

/** `most` is the limit of a scope; `known` is shared by all tables. */
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

  /** The unknown rows of one scope that can be stored, each with its kind and the stored one joined. */
  async function admit(transaction: MetadataTransaction, rows: readonly [Row, ...Row[]]) {
    const room = most - (await countDefinitions(transaction, table, rows[0]))
    // Full already before this transaction, which may fail.
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
        // The kind of a known row is stored.
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
