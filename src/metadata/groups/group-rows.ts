import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import {
  changesRegisters,
  joinRegisters,
  type KeptRegisters,
  keptRegisters,
  propertiesOf,
  readRegisters,
} from '#identity/property-registers.ts'
import type { Metadata, MetadataSchema, MetadataTransaction } from '#metadata/database/schema.ts'
import { nextMirrorVersion } from '#metadata/people/mirror-version.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'
import { type GroupNews, groupName } from './said-of-groups.ts'

/** A group's place among the groups of its type: newest first, and it never moves. */
export interface GroupPosition {
  readonly listedMs: number
  readonly id: number
}
export interface Group {
  readonly position: GroupPosition
  readonly typeIndex: number
  readonly key: string
  /** As they were sent; integers beyond 2^53 carry the marks of `parseExactJson`. */
  readonly properties: unknown
  /** When its first event happened. */
  readonly createdAt: string
}
/** The groups on one side of a position, or the newest where there is none. */
export interface GroupRange {
  readonly side: 'after' | 'before'
  readonly position: GroupPosition | null
}
/** What became of one group's news. */
export interface RecordedGroup {
  /** When its first event happened. */
  readonly createdMs: number
  /** More was said than is kept. */
  readonly isOverfull: boolean
}
type GroupRow = Selectable<MetadataSchema['project_group']>

/** Groups in memory at once: each can have half a megabyte of properties. */
const CHUNK = 100

export async function readGroup(
  database: Metadata,
  projectId: number,
  typeIndex: number,
  key: string,
): Promise<Group | null> {
  const [row] = await readRows(database, projectId, typeIndex, [key])
  return row === undefined ? null : toGroup(row)
}

/** Nearest to the position first: after it the newest, before it the oldest. */
export async function readRange(
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

/** Joins news into what is known of the groups. Returns what became of them, in the order of the news. */
export async function recordGroups(
  transaction: MetadataTransaction,
  projectId: number,
  news: readonly GroupNews[],
): Promise<RecordedGroup[]> {
  const recorded: RecordedGroup[] = []
  let version: number | undefined
  for (const some of chunksOf(news, CHUNK)) {
    // SQLite answers without waiting: nobody else would have a turn until all are done.
    if (recorded.length > 0) await setImmediate()
    const rows = await rowsOf(transaction, projectId, some)
    const joined = some.map((one) => joinNews(rows.get(groupName(one.typeIndex, one.key)), one))
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
type JoinedNews = RecordedGroup & { readonly change: GroupChange | null }

function joinNews(row: GroupRow | undefined, news: GroupNews): JoinedNews {
  const { typeIndex, key, earliestMs } = news
  const createdMs = Math.min(row === undefined ? earliestMs : Date.parse(row.created_at), earliestMs)
  const created_at = isoInstant(createdMs)
  const { text, isCut } = joinText(row?.registers ?? null, news)
  const isSame = row !== undefined && row.created_at === created_at && row.registers === text
  const listed_at = row?.listed_at ?? created_at
  const change = { group_type_index: typeIndex, group_key: key, listed_at, created_at, registers: text }
  return { createdMs, isOverfull: isCut, change: isSame ? null : change }
}

// To read all that is known of a group and write it again is the price of every statement, so it is paid for news only.
function joinText(text: string | null, { registers: said }: GroupNews): KeptRegisters {
  if (said.size === 0) return { text, isCut: false }
  const known = readRegisters(text)
  return changesRegisters(known, said) ? keptRegisters(joinRegisters(known, said)) : { text, isCut: false }
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
      // `listed_at` stays as it was.
      conflict.columns(['project_id', 'group_type_index', 'group_key']).doUpdateSet((e) => ({
        created_at: e.ref('excluded.created_at'),
        registers: e.ref('excluded.registers'),
        version: e.ref('excluded.version'),
      })),
    )
    .execute()
}

async function rowsOf(database: Metadata, projectId: number, news: readonly GroupNews[]) {
  const rows = new Map<string, GroupRow>()
  for (const typeIndex of new Set(news.map((one) => one.typeIndex))) {
    const keys = news.filter((one) => one.typeIndex === typeIndex).map(({ key }) => key)
    for (const row of await readRows(database, projectId, typeIndex, keys))
      rows.set(groupName(typeIndex, row.group_key), row)
  }
  return rows
}

const readRows = (
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
  properties: propertiesOf(readRegisters(row.registers)),
  createdAt: row.created_at,
})
