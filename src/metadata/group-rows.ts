import type { Kysely, Selectable, Transaction } from 'kysely'
import {
  joinRegisters,
  type PropertyRegisters,
  propertiesOf,
  readRegisters,
  registersText,
} from '../identity/property-registers.ts'
import { isoInstant } from '../shared/clock.ts'
import { jsonText } from '../shared/json-text.ts'
import { nextMirrorVersion } from './mirror-version.ts'
import type { GroupNews } from './said-of-groups.ts'
import type { MetadataSchema } from './schema.ts'

/** A group's place among the groups of its type: newest first, and it never moves. */
export interface GroupPosition {
  readonly listedMs: number
  readonly id: number
}
export interface Group {
  readonly position: GroupPosition
  readonly typeIndex: number
  readonly key: string
  /** As they were sent; integers beyond 2^53 are rounded. */
  readonly properties: unknown
  /** When its first event happened. */
  readonly createdAt: string
}
/** The groups on one side of a position, or the newest where there is none. */
export interface GroupRange {
  readonly side: 'after' | 'before'
  readonly position: GroupPosition | null
}
export type TypedNews = GroupNews & { readonly typeIndex: number }
type GroupRow = Selectable<MetadataSchema['project_group']>

/** SQLite takes 32,766 values in a statement; a group needs seven. */
const CHUNK = 4_000

export async function readGroup(
  database: Kysely<MetadataSchema>,
  projectId: number,
  typeIndex: number,
  key: string,
): Promise<Group | null> {
  const [row] = await readRows(database, projectId, typeIndex, [key])
  return row === undefined ? null : toGroup(row)
}

/** Nearest to the position first: after it the newest, before it the oldest. */
export async function readRange(
  database: Kysely<MetadataSchema>,
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

/** Joins news into what is known of the groups. Returns when each was created, in the order of the news. */
export async function recordGroups(
  transaction: Transaction<MetadataSchema>,
  projectId: number,
  news: readonly TypedNews[],
): Promise<number[]> {
  const rows = await rowsOf(transaction, projectId, news)
  const recorded = news.map((one) => joinNews(rows.get(rowName(one.typeIndex, one.key)), one))
  const changes = recorded.flatMap(({ change }) => (change === null ? [] : [change]))
  if (changes.length > 0) {
    const version = await nextMirrorVersion(transaction)
    const values = changes.map((change) => ({ ...change, project_id: projectId, version }))
    for (let i = 0; i < values.length; i += CHUNK) await upsert(transaction, values.slice(i, i + CHUNK))
  }
  return recorded.map(({ createdMs }) => createdMs)
}

function joinNews(row: GroupRow | undefined, { typeIndex, key, earliestMs, registers }: TypedNews) {
  const createdMs = Math.min(row === undefined ? earliestMs : Date.parse(row.created_at), earliestMs)
  const created_at = isoInstant(createdMs)
  const text = joinText(row?.registers ?? null, registers)
  const isSame = row !== undefined && row.created_at === created_at && row.registers === text
  const listed_at = row?.listed_at ?? created_at
  const change = { group_type_index: typeIndex, group_key: key, listed_at, created_at, registers: text }
  return { createdMs, change: isSame ? null : change }
}

const joinText = (known: string | null, said: PropertyRegisters): string | null =>
  said.size === 0 ? known : registersText(joinRegisters(readRegisters(known), said))

async function upsert(
  transaction: Transaction<MetadataSchema>,
  values: readonly Omit<GroupRow, 'id'>[],
): Promise<void> {
  await transaction
    .insertInto('project_group')
    .values(values)
    .onConflict((conflict) =>
      // `listed_at` stays as it was.
      conflict.columns(['project_id', 'group_type_index', 'group_key']).doUpdateSet((e) => ({
        created_at: e.ref('excluded.created_at'),
        registers: e.ref('excluded.registers'),
        version: e.ref('excluded.version'),
      })),
    )
    .execute()
}

const rowName = (typeIndex: number, key: string) => `${typeIndex}:${key}`

async function rowsOf(database: Kysely<MetadataSchema>, projectId: number, news: readonly TypedNews[]) {
  const rows = new Map<string, GroupRow>()
  for (const typeIndex of new Set(news.map((one) => one.typeIndex))) {
    const keys = news.filter((one) => one.typeIndex === typeIndex).map(({ key }) => key)
    for (let i = 0; i < keys.length; i += CHUNK)
      for (const row of await readRows(database, projectId, typeIndex, keys.slice(i, i + CHUNK)))
        rows.set(rowName(typeIndex, row.group_key), row)
  }
  return rows
}

const readRows = (
  database: Kysely<MetadataSchema>,
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
  properties: JSON.parse(jsonText(propertiesOf(readRegisters(row.registers)))),
  createdAt: row.created_at,
})
