import { sql } from 'kysely'
import { parseRegisters, propertiesOf } from '#identity/property-registers.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { jsonText } from '#shared/json-text.ts'

/** Where a row stands among those to be mirrored. */
export interface MirrorPosition {
  readonly version: number
  readonly projectId: number
  /** What tells the rows of a project apart: a person's number, a group's id. */
  readonly key: number
}

/** Which person a number of an event belongs to. */
export interface MirroredRoot {
  readonly at: MirrorPosition
  readonly root: number
}
export interface MirroredPerson {
  readonly at: MirrorPosition
  readonly createdAt: string
  readonly isIdentified: boolean
  /** JSON text of an object; null where what is stored cannot be read. */
  readonly properties: string | null
}
export interface MirroredGroup {
  readonly at: MirrorPosition
  readonly typeIndex: number
  readonly groupKey: string
  readonly listedAt: string
  readonly createdAt: string
  /** JSON text of an object; null where what is stored cannot be read. */
  readonly properties: string | null
}

/**
 * What the event store has to know of the metadata. Each gives some of the rows behind a position, in the order of their
 * positions and no more than memory can hold, or none when there are none.
 */
export interface MirrorSource {
  roots(after: MirrorPosition): Promise<MirroredRoot[]>
  persons(after: MirrorPosition): Promise<MirroredPerson[]>
  groups(after: MirrorPosition): Promise<MirroredGroup[]>
  /** The last version given to any row. */
  newest(): Promise<number>
}

interface PageSize {
  readonly rows: number
  /** Of properties, unless a single row has more. */
  readonly characters: number
}

const MiB = 1024 * 1024
const PAGE: PageSize = { rows: 20_000, characters: 32 * MiB }

/** Longer ones are not even read: nobody could ask about them, and reading them would stop everyone. */
const MAX_REGISTERS = 64 * MiB

export function createMirrorSource(metadata: Metadata, page = PAGE): MirrorSource {
  async function lastOfPage(table: 'person' | 'project_group', key: KeyColumn, after: MirrorPosition) {
    const sizes = await metadata
      .selectFrom(table)
      .select(['version', 'project_id', sql.ref<number>(key).as('key'), sizeOf])
      .where(isBehind(after, key))
      .orderBy(positionIn(key))
      .limit(page.rows)
      .execute()
    return endOfPage(sizes, page.characters)
  }
  return {
    async roots(after) {
      const rows = await metadata
        .selectFrom('person_distinct_id')
        .select(['version', 'project_id', 'number', 'person'])
        .where(isBehind(after, 'number'))
        // As a literal in the text: SQLite then sees that an index over the few versioned ids serves.
        .where('version', '>', sql.lit(0))
        .orderBy(positionIn('number'))
        .limit(page.rows)
        .execute()
      return rows.map((row) => ({ at: positionOf({ ...row, key: row.number }), root: Number(row.person) }))
    },
    async persons(after) {
      const last = await lastOfPage('person', 'number', after)
      if (last === null) return []
      const rows = await metadata
        .selectFrom('person')
        .select(['version', 'project_id', 'number as key', 'created_at', 'is_identified', readable])
        .where(isBehind(after, 'number'))
        .where(isUpTo(last, 'number'))
        .orderBy(positionIn('number'))
        .execute()
      return rows.map((row) => ({
        at: positionOf(row),
        createdAt: row.created_at,
        isIdentified: row.is_identified === 1,
        properties: propertiesText(row.registers),
      }))
    },
    async groups(after) {
      const last = await lastOfPage('project_group', 'id', after)
      if (last === null) return []
      const rows = await metadata
        .selectFrom('project_group')
        .select(['version', 'project_id', 'id as key', 'group_type_index', 'group_key', 'listed_at'])
        .select(['created_at', readable])
        .where(isBehind(after, 'id'))
        .where(isUpTo(last, 'id'))
        .orderBy(positionIn('id'))
        .execute()
      return rows.map((row) => ({
        at: positionOf(row),
        typeIndex: row.group_type_index,
        groupKey: row.group_key,
        listedAt: row.listed_at,
        createdAt: row.created_at,
        properties: propertiesText(row.registers),
      }))
    },
    async newest() {
      const row = await metadata.selectFrom('mirror_version').select('value').executeTakeFirstOrThrow()
      return Number(row.value)
    },
  }
}

type KeyColumn = 'number' | 'id'
interface PositionRow {
  readonly version: number
  readonly project_id: number
  readonly key: number
}

const positionOf = (row: PositionRow): MirrorPosition => ({
  version: Number(row.version),
  projectId: row.project_id,
  key: Number(row.key),
})

const positionIn = (column: KeyColumn) => sql`version, project_id, ${sql.ref(column)}`

// As one comparison of rows, which an index of these columns answers.
const isBehind = ({ version, projectId, key }: MirrorPosition, column: KeyColumn) =>
  sql<boolean>`(${positionIn(column)}) > (${version}, ${projectId}, ${key})`
const isUpTo = ({ version, projectId, key }: MirrorPosition, column: KeyColumn) =>
  sql<boolean>`(${positionIn(column)}) <= (${version}, ${projectId}, ${key})`

const sizeOf = sql<number | null>`length(registers)`.as('size')
const readable = sql<
  string | null
>`CASE WHEN length(registers) > ${sql.lit(MAX_REGISTERS)} THEN '' ELSE registers END`.as('registers')

/** The last row that fits, and the first one whatever it has. */
function endOfPage(
  rows: readonly (PositionRow & { readonly size: number | null })[],
  characters: number,
): MirrorPosition | null {
  let sum = 0
  let last: PositionRow | null = null
  for (const row of rows) {
    sum += row.size ?? 0
    if (last !== null && sum > characters) break
    last = row
  }
  return last === null ? null : positionOf(last)
}

function propertiesText(registers: string | null): string | null {
  try {
    return registers === null ? '{}' : jsonText(propertiesOf(parseRegisters(registers)))
  } catch {
    return null
  }
}
