import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import {
  changesRegisters,
  joinRegisters,
  type PropertyRegisters,
  parseRegisters,
  propertiesOf,
  type StoredRegisters,
  toStoredRegisters,
} from '#identity/property-registers.ts'
import type { Metadata, MetadataSchema, MetadataTransaction } from '#metadata/database/schema.ts'
import { nextMirrorVersion } from '#metadata/people/mirror-version.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'
import { type GroupUpdate, groupName } from './group-statements.ts'

/** A group's position in the list of its type, newest first. It never changes. */
export interface GroupPosition {
  readonly listedMs: number
  readonly id: number
}
export interface Group {
  readonly position: GroupPosition
  readonly typeIndex: number
  readonly key: string
  /** The properties as the client sent them. Integers beyond 2^53 carry the marks of `parseExactJson`. */
  readonly properties: unknown
  /** The time of the group's first event. */
  readonly createdAt: string
}
/**
 * The groups on one side of a position. If the position is null, the range has all groups: the newest first
 * for `after`, the oldest first for `before`.
 */
export interface GroupRange {
  readonly side: 'after' | 'before'
  readonly position: GroupPosition | null
}
/** The result of one {@link GroupUpdate}. */
export interface RecordedGroup {
  /** The time of the group's first event. */
  readonly createdMs: number
  /** Whether properties were left out because the group has too many. */
  readonly isOverfull: boolean
}
type GroupRow = Selectable<MetadataSchema['project_group']>

/** Highest number of groups in memory at once. Each can have half a megabyte of properties. */
const GROUPS_AT_ONCE = 100

export async function findGroup(
  database: Metadata,
  projectId: number,
  typeIndex: number,
  key: string,
): Promise<Group | null> {
  const [group] = await groupsByKeys(database, projectId, typeIndex, [key])
  return group ?? null
}

/** Returns the groups with these keys, in any order. */
export const groupsByKeys = async (
  database: Metadata,
  projectId: number,
  typeIndex: number,
  keys: readonly string[],
): Promise<Group[]> => (await findRows(database, projectId, typeIndex, keys)).map(toGroup)

/**
 * Returns the groups of a range, the groups nearest to its position first: newest first after the position,
 * oldest first before it.
 */
export async function listGroupRows(
  database: Metadata,
  projectId: number,
  typeIndex: number,
  { side, position }: GroupRange,
  limit: number,
): Promise<Group[]> {
  const order = side === 'after' ? 'desc' : 'asc'
  let query = database
    .selectFrom('project_group')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('group_type_index', '=', typeIndex)
    .orderBy('listed_at', order)
    .orderBy('id', order)
    .limit(limit)
  if (position !== null) {
    const operator = side === 'after' ? '<' : '>'
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('listed_at', 'id'), operator, tuple(isoInstant(position.listedMs), position.id)),
    )
  }
  return (await query.execute()).map(toGroup)
}

/** Joins updates into the stored groups. Returns a result for each update, in the same order. */
export async function recordGroups(
  transaction: MetadataTransaction,
  projectId: number,
  updates: readonly GroupUpdate[],
): Promise<RecordedGroup[]> {
  const recorded: RecordedGroup[] = []
  let version: number | undefined
  for (const some of chunksOf(updates, GROUPS_AT_ONCE)) {
    // Statements of the in-process database block the event loop. Between two chunks other requests get a
    // turn.
    if (recorded.length > 0) await setImmediate()
    const rows = await rowsOf(transaction, projectId, some)
    const joined = some.map((one) => joinUpdate(rows.get(groupName(one.typeIndex, one.key)), one))
    const changes = joined.flatMap(({ change }) => (change === null ? [] : [change]))
    if (changes.length > 0) {
      version ??= await nextMirrorVersion(transaction)
      await upsert(transaction, projectId, version, changes)
    }
    for (const { createdMs, isOverfull } of joined) recorded.push({ createdMs, isOverfull })
  }
  return recorded
}

type GroupChange = Omit<GroupRow, 'id' | 'project_id' | 'version'>
type JoinedUpdate = RecordedGroup & { readonly change: GroupChange | null }

function joinUpdate(row: GroupRow | undefined, update: GroupUpdate): JoinedUpdate {
  const { typeIndex, key, earliestMs } = update
  const createdMs = Math.min(row === undefined ? earliestMs : Date.parse(row.created_at), earliestMs)
  const created_at = isoInstant(createdMs)
  const { text, isCut } = joinText(row?.registers ?? null, update.registers)
  const isSame = row !== undefined && row.created_at === created_at && row.registers === text
  const listed_at = row?.listed_at ?? created_at
  const change = { group_type_index: typeIndex, group_key: key, listed_at, created_at, registers: text }
  return { createdMs, isOverfull: isCut, change: isSame ? null : change }
}

// Parsing and writing all properties of a group is expensive. It is done only if the statement changes one.
function joinText(text: string | null, added: PropertyRegisters): StoredRegisters {
  if (added.size === 0) return { text, isCut: false }
  const known = parseRegisters(text)
  return changesRegisters(known, added)
    ? toStoredRegisters(joinRegisters(known, added))
    : { text, isCut: false }
}

async function upsert(
  transaction: MetadataTransaction,
  projectId: number,
  version: number,
  changes: readonly GroupChange[],
): Promise<void> {
  await transaction
    .insertInto('project_group')
    .values(changes.map((change) => ({ ...change, project_id: projectId, version })))
    .onConflict((conflict) =>
      // `listed_at` keeps its first value.
      conflict.columns(['project_id', 'group_type_index', 'group_key']).doUpdateSet((e) => ({
        created_at: e.ref('excluded.created_at'),
        registers: e.ref('excluded.registers'),
        version: e.ref('excluded.version'),
      })),
    )
    .execute()
}

async function rowsOf(database: Metadata, projectId: number, updates: readonly GroupUpdate[]) {
  const rows = new Map<string, GroupRow>()
  for (const typeIndex of new Set(updates.map((one) => one.typeIndex))) {
    const keys = updates.filter((one) => one.typeIndex === typeIndex).map(({ key }) => key)
    for (const row of await findRows(database, projectId, typeIndex, keys))
      rows.set(groupName(typeIndex, row.group_key), row)
  }
  return rows
}

const findRows = (
  database: Metadata,
  projectId: number,
  typeIndex: number,
  keys: readonly string[],
): Promise<GroupRow[]> =>
  database
    .selectFrom('project_group')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('group_type_index', '=', typeIndex)
    .where('group_key', 'in', [...keys])
    .execute()

const toGroup = (row: GroupRow): Group => ({
  position: { listedMs: Date.parse(row.listed_at), id: Number(row.id) },
  typeIndex: row.group_type_index,
  key: row.group_key,
  properties: propertiesOf(parseRegisters(row.registers)),
  createdAt: row.created_at,
})
